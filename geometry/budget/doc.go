// Package budget bounds the memory of the work in a process. Work asks for memory before it allocates: a request that
// does not fit at the moment waits, and a request that can never fit is refused.
//
// [Take] and [Hold] are all that work calls: Take is for memory that is released soon, Hold for memory that the caller
// needs until its [End]. [Allow] sets the budget before any work runs; without it nothing is bounded. [Begin] marks the
// work of one caller, whose parts may take memory while other parts of it hold some.
//
// Callers that hold memory and need more could wait for each other for ever. When every holder would be waiting, the
// last request is refused with [ErrBusy], and its caller can try again.
//
// [Pixels] is how many pixels one picture may have, which [AllowPixels] sets.
//
// Only buffers of known size are counted: pictures, files that are read, meshes. The model is not counted, because it
// exists whether or not anybody asks for work, and neither are small allocations.
package budget
