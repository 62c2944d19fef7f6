// Package budget bounds the memory of the work that is under way in a process. Work says how much it is about to take
// before it asks for it: what does not fit beside the rest waits, and what never can is refused.
//
// [Take] and [Hold] are all that work calls: what it takes for a moment, and what it has until its caller is at its
// [End]. [Allow] says once, before anything runs, how much there is; without it nothing is
// bounded. [Begin] marks what one caller does, whose parts may take memory while others of its parts hold some.
//
// Who holds memory and needs more could wait for others that do the same, for ever: when all that hold memory would
// wait for more, the one that asks last is refused ([ErrBusy]), and can be called again.
//
// [Pixels] is how many pixels one picture may have, which [AllowPixels] sets.
//
// What is counted are buffers whose sizes are known before: pictures, files that are read, meshes. The model, which is
// there whether somebody asks or not, is no work, nor are small things.
package budget
