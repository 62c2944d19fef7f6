package bcf

import "slices"

// used returns the extensions of an archive together with the values that its topics use, in order.
func used(a *Archive) *Extensions {
	x := a.Extensions
	for i := range a.Topics {
		t := &a.Topics[i]
		x.Types, x.Statuses = append(x.Types, orUndefined(t.Type)), append(x.Statuses, orUndefined(t.Status))
		x.Priorities, x.Stages = append(x.Priorities, t.Priority), append(x.Stages, t.Stage)
		x.Labels = append(x.Labels, t.Labels...)
		x.Users = append(x.Users, t.Author, t.ModifiedBy, t.AssignedTo)
		for _, c := range t.Comments {
			x.Users = append(x.Users, c.Author, c.ModifiedBy)
		}
		if t.Snippet != nil {
			x.SnippetTypes = append(x.SnippetTypes, t.Snippet.Type)
		}
	}
	for _, list := range x.lists() {
		sorted := slices.Compact(slices.Sorted(slices.Values(*list.values)))
		*list.values = slices.DeleteFunc(sorted, func(s string) bool { return s == "" })
	}
	return &x
}

// extensionList is one list of extensions with its elements' names.
type extensionList struct {
	plural, single string
	values         *[]string
}

// lists returns the lists in the order of the schema.
func (x *Extensions) lists() []extensionList {
	return []extensionList{
		{"TopicTypes", "TopicType", &x.Types}, {"TopicStatuses", "TopicStatus", &x.Statuses},
		{"Priorities", "Priority", &x.Priorities},
		{"TopicLabels", "TopicLabel", &x.Labels}, {"Users", "User", &x.Users},
		{"SnippetTypes", "SnippetType", &x.SnippetTypes}, {"Stages", "Stage", &x.Stages},
	}
}

func (x *Extensions) element() *node {
	root := &node{name: "Extensions"}
	for _, list := range x.lists() {
		if len(*list.values) > 0 {
			root.add(list.plural).leaves(list.single, *list.values)
		}
	}
	return root
}

func (x *Extensions) read(root *node) {
	for _, list := range x.lists() {
		for _, n := range root.child(list.plural).all(list.single) {
			*list.values = append(*list.values, n.own())
		}
	}
}
