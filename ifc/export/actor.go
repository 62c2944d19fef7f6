package export

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// ownership holds the owner histories, persons and applications that were written.
type ownership struct {
	wantsHistory bool // whether the schema requires an owner history for every rooted instance
	lastHistory  remembered
	histories    map[written]step.Value
	actors       map[by]step.Ref
	applications
}

func newOwnership(d *dialect) ownership {
	return ownership{wantsHistory: d.wantsHistory(), histories: map[written]step.Value{}, actors: map[by]step.Ref{},
		applications: newApplications()}
}

// history returns the IfcOwnerHistory of an element; elements with equal histories share one instance. For an element
// without a known history it returns $, or the history of the model if the schema requires one.
func (x *exporter) history(id state.ID) step.Value {
	if x.lastHistory.value == nil || x.lastHistory.id != id {
		x.lastHistory = remembered{id, x.historyOf(id)}
	}
	return x.lastHistory.value
}

// remembered is the owner history returned last, because several instances of one element ask for it in a row.
type remembered struct {
	id    state.ID
	value step.Value
}

func (x *exporter) historyOf(id state.ID) step.Value {
	if foreign, ok := x.foreignHistory(id); ok {
		return foreign
	}
	h, ok := x.knownHistory(id)
	switch {
	case ok:
		return x.ownerHistory(h)
	case x.wantsHistory:
		return x.modelHistory()
	}
	return null
}

// modelHistory returns the history of the whole model. It is the creation of the site, which is as old as the model and
// which no edit changes. Without a site it is the file's author and time.
func (x *exporter) modelHistory() step.Value {
	info := x.model.Info()
	if h, ok := x.knownHistory(info.SiteID); ok {
		return x.ownerHistory(OwnerHistory{Created: h.Created})
	}
	return x.ownerHistory(OwnerHistory{Created: Change{User: orElse(info.Author, info.Owner), At: x.options.Stamp}})
}

// knownHistory returns the owner history of an element that the caller of the export supplies, and whether there is
// one.
func (x *exporter) knownHistory(id state.ID) (OwnerHistory, bool) {
	if _, ok := x.element(id); !ok || x.options.History == nil {
		return OwnerHistory{}, false
	}
	h, ok := x.options.History(id)
	return h, ok && !h.Created.At.IsZero()
}

// written is an owner history as a file has it: person, application and time (in seconds) of the creation and of the
// last modification. The values of the modification are 0 if there was no modification. Many elements share one
// history.
type written struct {
	by, with [2]step.Ref
	at       [2]int64
}

func (x *exporter) ownerHistory(h OwnerHistory) step.Value {
	var w written
	for i, c := range []Change{h.Created, h.Modified} {
		if i == 0 || !c.At.IsZero() {
			w.by[i], w.with[i], w.at[i] = x.person(c), x.application(c), c.At.Unix()
		}
	}
	ref, known := x.histories[w]
	if !known {
		ref = x.newHistory(w)
		x.histories[w] = ref
	}
	return ref
}

func (x *exporter) newHistory(w written) step.Value {
	created := step.Int(w.at[0])
	args := []step.Value{w.by[0], w.with[0], null, step.Enum("ADDED"), created, null, null, created}
	if w.by[1] != 0 {
		args[3], args[4] = step.Enum("MODIFIED"), step.Int(w.at[1])
		args[5], args[6] = w.by[1], w.with[1]
	}
	return x.share("IFCOWNERHISTORY", args...)
}

// by is the origin of a change: a user with an agent, or an application. A model has few of them.
type by struct{ user, agent, application string }

// person returns the IfcPersonAndOrganization for the user of a change. An agent that acted for the user becomes a
// role.
func (x *exporter) person(c Change) step.Ref {
	who := by{user: c.User, agent: c.Agent}
	ref, known := x.actors[who]
	if !known {
		ref = x.newPerson(c)
		x.actors[who] = ref
	}
	return ref
}

func (x *exporter) newPerson(c Change) step.Ref {
	var roles step.Value = null
	if c.Agent != "" {
		roles = x.refs(x.share("IFCACTORROLE", step.Enum(userDefined), step.String("AGENT"), text(c.Agent)))
	}
	name, family := step.String(shortened(orElse(c.User, unnamed))), step.Value(null)
	if x.dialect.namedPersons {
		family = name
	}
	person := x.share("IFCPERSON", name, family, null, null, null, null, null, null)
	return x.share("IFCPERSONANDORGANIZATION", person,
		x.organization(orElse(x.model.Info().Organization, unnamed)), roles)
}

func (x *exporter) organization(name string) step.Ref {
	return x.share("IFCORGANIZATION", null, step.String(shortened(name)), null, null, null)
}

// application returns the IfcApplication of a change: the application that the change names, or by default the
// application that writes the file.
func (x *exporter) application(c Change) step.Ref {
	name := orElse(c.Application, x.options.Application.Name)
	ref, known := x.actors[by{application: name}]
	if !known {
		ref = x.newApplication(name)
		x.actors[by{application: name}] = ref
	}
	return ref
}

func (x *exporter) newApplication(name string) step.Ref {
	app := x.options.Application
	return x.uniqueApplication([]step.Value{x.organization(app.Organization), step.String(shortened(app.Version)),
		step.String(shortened(name)), step.String(shortened(name))})
}
