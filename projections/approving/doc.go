// Package approving reads the approvals of a model from its log, and makes their stored form.
//
// [Log.Book] returns what was asked for and decided on a model, as it is in the store now. [Events] are the stored form
// of the decider's events (domain/approvals), [Stream] is where they lie: beside the model's branches, so that copies,
// backups and the verification of a model take them along. [PlanStream] has the events of a plan that are kept for a
// drawing, [Foresee] the states before and after it.
package approving
