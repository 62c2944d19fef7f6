// Package approving reads the approvals of a model from its log, and makes their stored form.
//
// [Log.Book] returns the current requests and decisions of a model. [Events] returns the stored form of the decider's
// events (domain/approvals). [Stream] is their stream beside the model's branches, so that copies, backups and the
// verification of a model include it. [PlanStream] names the stream with the stored events of a plan. [Foresee] makes
// the states before and after the plan from them, for a drawing.
package approving
