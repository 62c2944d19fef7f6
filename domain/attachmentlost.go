package domain

// leaveAttached detaches all walls and columns from an element that is deleted; they take their own heights.
func (t *transaction) leaveAttached(gone *Element) error {
	for _, id := range t.model.attachedTo(gone.ID) {
		e, ok := t.model.Element(id)
		if !ok {
			continue
		}
		a := AttachmentsOf(e)
		if err := t.setAttachments(e, Attachments{without(a.Top, []ID{gone.ID}),
			without(a.Base, []ID{gone.ID})}); err != nil {
			return err
		}
		t.warn("ATTACHMENT_LOST", map[string]any{"element_id": id, "from": gone.ID},
			"%s was attached to %s %q, which goes; it has its own height now",
			t.model.nameOf(id), gone.Category, gone.Name)
	}
	return nil
}

// attachedToAny returns the walls and columns that are attached to one of several elements.
func (m *Model) attachedToAny(ids []ID) []ID {
	var out []ID
	for _, id := range ids {
		out = append(out, m.attachedTo(id)...)
	}
	return sortedOnce(out)
}

// checkLeft refuses a deletion after which nothing would be left of a wall or column that was attached to what is gone,
// or an opening would stick out of it. It comes after all deletions of a command: what goes too is not checked.
func (m *Model) checkLeft(attached []ID) error {
	for _, id := range attached {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		if err := m.checkDependents(id); err != nil {
			return Errorf(CodeOf(err), "%s %q would lose what it is attached to: attach it to something else first, "+
				"or change what does not stand without it: %w", e.Category, e.Name, err).With("element_id", id)
		}
	}
	return nil
}
