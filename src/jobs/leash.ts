// Loaded before a program that another one has started: it ends together with that one, however that one ends.
process.on('disconnect', () => process.exit(1));
// The other one may have ended before this was loaded.
if (!process.connected) process.exit(1);
// The listener alone is no reason to go on.
process.channel?.unref();
