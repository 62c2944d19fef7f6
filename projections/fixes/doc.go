// Package fixes knows which findings of checks can be mended by a call that is computed from the finding and the model,
// never by guessing. [Table] is the table, a row each; [Of] returns the call for one finding, or why there is none.
//
// A fix may be refused by the rules of the model as any other call, and whether it helped is for the check to say,
// which is made again afterwards.
package fixes
