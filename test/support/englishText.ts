// English of many kinds, made up.
export const englishText = `I saw the man with the telescope. Who ate my sandwich? Put the box on the table in the kitchen!

Cats and dogs, birds and fish: she loves, feeds and counts them all. The horse raced past the barn fell. The woman who
wrote the book that you're reading can't come, because she's gonna meet Dr. J. K. Moss at 5 p.m. in Washington, D.C.

LOL @anna that was sooo good 😀😀 #bestday http://example.org/?q=1
Prices up 3.5% as storms hit coast. Wait… what?! "No," he said, "I don't think so." It cost $1,000.50 (or so).

Yes
`;
