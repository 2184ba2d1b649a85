// Loaded before a program that another one has started: it ends together with that one, however that one ends.
process.on('disconnect', () => process.exit(1));
// The listener alone is no reason to go on.
process.channel?.unref();
