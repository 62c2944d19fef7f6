// Package budget bounds the memory of the work in a process. Work asks for memory before it allocates: a request that
// does not fit at the moment waits, and a request that can never fit is refused.
//
// Work calls [Take] for memory that it releases soon, and [Hold] for memory that it needs until [End]. [Allow] sets the
// budget before any work runs; without it memory is unlimited. [Begin] marks the work of one caller. A part of that
// work may take memory while other parts hold some.
//
// Callers that hold memory and need more could wait for each other for ever. A request after which every holder would
// be waiting is therefore refused with [ErrBusy], and its caller can try again.
//
// [Pixels] returns the largest number of pixels of a picture, which [AllowPixels] sets.
//
// Only buffers of known size are counted: pictures, files that are read, meshes. Small allocations are not counted. The
// model is not counted either, because it is in memory even without any work.
package budget
