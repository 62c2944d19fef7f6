package ifc

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/step"
)

// history answers an element's IfcOwnerHistory, shared with all that have the same. Where none is known it is $, or, in
// a schema that wants one of everything, that of the model.
func (x *exporter) history(id domain.ID) step.Value {
	if x.lastHistory.value == nil || x.lastHistory.id != id {
		x.lastHistory = remembered{id, x.historyOf(id)}
	}
	return x.lastHistory.value
}

// remembered is the history that was asked for last: that of an element is asked for many times in a row.
type remembered struct {
	id    domain.ID
	value step.Value
}

func (x *exporter) historyOf(id domain.ID) step.Value {
	h, ok := x.knownHistory(id)
	switch {
	case ok:
		return x.ownerHistory(h)
	case x.wantsHistory:
		return x.modelHistory()
	}
	return null
}

// modelHistory answers the history of the model as a whole: that of the site, which is as old as the model and whose
// creation no edit changes; without it, the file's author and time.
func (x *exporter) modelHistory() step.Value {
	info := x.model.Info()
	if h, ok := x.knownHistory(info.SiteID); ok {
		return x.ownerHistory(OwnerHistory{Created: h.Created})
	}
	return x.ownerHistory(OwnerHistory{Created: Change{User: orElse(info.Author, info.Owner), At: x.options.Stamp}})
}

// knownHistory answers who made and changed an element, as far as the caller knows.
func (x *exporter) knownHistory(id domain.ID) (OwnerHistory, bool) {
	if _, ok := x.element(id); !ok || x.options.History == nil {
		return OwnerHistory{}, false
	}
	h, ok := x.options.History(id)
	return h, ok && !h.Created.At.IsZero()
}

// ownerHistory writes a history. Changes are made at once to many elements, which then have the same.
func (x *exporter) ownerHistory(h OwnerHistory) step.Value {
	ref, known := x.histories[h]
	if !known {
		ref = x.newHistory(h)
		x.histories[h] = ref
	}
	return ref
}

func (x *exporter) newHistory(h OwnerHistory) step.Value {
	created := step.Int(h.Created.At.Unix())
	args := []step.Value{x.person(h.Created), x.application(h.Created), null, step.Enum("ADDED"), created, null, null, created}
	if !h.Modified.At.IsZero() {
		args[3], args[4] = step.Enum("MODIFIED"), step.Int(h.Modified.At.Unix())
		args[5], args[6] = x.person(h.Modified), x.application(h.Modified)
	}
	return x.share("IFCOWNERHISTORY", args...)
}

// by is whom a change is owed to, or by what software; of few of them come all changes of a model.
type by struct{ user, agent, application string }

// person answers the user of a change within the model's organization. An agent that acted for the user is a role.
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
	return x.share("IFCPERSONANDORGANIZATION", person, x.organization(orElse(x.model.Info().Organization, unnamed)), roles)
}

func (x *exporter) organization(name string) step.Ref {
	return x.share("IFCORGANIZATION", null, step.String(shortened(name)), null, null, null)
}

// application answers the software of a change: the one that writes the file, or another one by its name.
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
	return x.share("IFCAPPLICATION", x.organization(app.Organization), step.String(shortened(app.Version)), step.String(shortened(name)), step.String(shortened(name)))
}
