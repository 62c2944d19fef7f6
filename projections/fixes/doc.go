// Package fixes computes calls that mend findings of checks. A call follows from the finding and the model, never from
// a guess. [Table] lists the kinds of fixes; [Of] returns the call for one finding, or the reason why there is none.
// The model may refuse a fix like any other call. Whether the fix helped is decided by the check, which runs again
// afterwards.
package fixes
