package domain

// Undo asks for the events that take back a stretch of a branch's history. Nothing is removed from the history: the
// events compensate. Before and After are the states around the stretch, Now is the present one.
type Undo struct {
	ID                 string // of the command
	Before, After, Now *Model
	Undone, Later      *Touches // what the stretch touched, and what was touched after it
}

// Decide returns the compensating events. It is the merge of the state before into the present one, with the state after
// the stretch as the base. ILLEGAL_STATE when later changes depend on the stretch, with them as data.conflicts; undo
// those first. Types and materials that the stretch defined stay, and a warning says so.
func (u Undo) Decide() (MergeOutcome, error) {
	out, err := Merge{
		ID: u.ID, Base: u.After, Ours: MergeSide{u.Now, u.Later}, Theirs: MergeSide{u.Before, u.Undone}, SourceName: "the state before",
	}.Decide()
	if err != nil {
		return out, err
	}
	if n := len(out.Conflicts); n > 0 {
		return MergeOutcome{}, Errorf(IllegalState, "later changes depend on it (%d, the first: %s): undo those first, or change the elements directly", n, out.Conflicts[0].Message).
			With("conflicts", out.Conflicts)
	}
	for _, id := range u.Undone.IDs() {
		_, isType := u.After.Type(id)
		_, isMaterial := u.After.Material(id)
		_, wasType := u.Before.Type(id)
		_, wasMaterial := u.Before.Material(id)
		if (isType && !wasType) || (isMaterial && !wasMaterial) {
			out.Decision.Warnings = append(out.Decision.Warnings, Warning{"DEFINITION_STAYS", "types and materials are not deleted: the one that was defined stays in the library", map[string]any{"element_id": id}})
		}
	}
	return out, nil
}
