package state

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/text"
)

// EventRow is a row of the event table: the stored name, the current version of the data's shape, and a function that
// makes an empty event.
type EventRow struct {
	Name   string
	Schema int
	Empty  func() Event
}

// EventRows is the table of events.
var EventRows = []EventRow{
	{"model.created", 1, func() Event { return new(ModelCreated) }},
	{"element.created", 1, func() Event { return new(ElementCreated) }},
	{"element.modified", 1, func() Event { return new(ElementModified) }},
	{"element.moved", 1, func() Event { return new(ElementMoved) }},
	{"element.deleted", 1, func() Event { return new(ElementDeleted) }},
	{"element.hosted", 1, func() Event { return new(ElementHosted) }},
	{"elements.joined", 2, func() Event { return new(ElementsJoined) }},
	{"type.defined", 1, func() Event { return new(TypeDefined) }},
	{"material.defined", 1, func() Event { return new(MaterialDefined) }},
	{"constraint.added", 1, func() Event { return new(ConstraintAdded) }},
	{"elements.combined", 2, func() Event { return new(ElementsCombined) }},
	{"body.defined", 1, func() Event { return new(BodyDefined) }},
	{"elements.parted", 1, func() Event { return new(ElementsParted) }},
	{"elements.connected", 1, func() Event { return new(ElementsConnected) }},
	{"elements.disconnected", 1, func() Event { return new(ElementsDisconnected) }},
	{"branch.created", 1, func() Event { return new(BranchCreated) }},
	{"branch.merged", 1, func() Event { return new(BranchMerged) }},
	{"conflict.resolved", 1, func() Event { return new(ConflictResolved) }},
	{"revision.tagged", 1, func() Event { return new(RevisionTagged) }},
	{"model.info_set", 1, func() Event { return new(ModelInfoSet) }},
	{"model.linked", 1, func() Event { return new(ModelLinked) }},
	{"model.link_set", 1, func() Event { return new(ModelLinkSet) }},
	{"model.unlinked", 1, func() Event { return new(ModelUnlinked) }},
	{"model.delivered", 1, func() Event { return new(ModelDelivered) }},
	{"model.named", 1, func() Event { return new(ModelNamed) }},
	{"model.shared", 1, func() Event { return new(ModelShared) }},
	{"branch.archived", 1, func() Event { return new(BranchArchived) }},
	{"branch.restored", 1, func() Event { return new(BranchRestored) }},
	{"import.started", 1, func() Event { return new(ImportStarted) }},
	{"import.completed", 1, func() Event { return new(ImportCompleted) }},
	{"element.split", 1, func() Event { return new(ElementSplit) }},
}

var (
	RowByEventName = map[string]*EventRow{}
	rowByGoType    = map[string]*EventRow{}
)

func init() {
	for i := range EventRows {
		row := &EventRows[i]
		RowByEventName[row.Name] = row
		rowByGoType[fmt.Sprintf("%T", row.Empty())] = row
	}
}

// EventTypes lists the stored names of all events in the order of the table.
func EventTypes() []string {
	names := make([]string, len(EventRows))
	for i, r := range EventRows {
		names[i] = r.Name
	}
	return names
}

// EventType returns the stored name of an event and the version of its data's shape.
func EventType(e Event) (name string, schema int) {
	row := rowByGoType[fmt.Sprintf("%T", e)]
	return row.Name, row.Schema
}

// EncodeEvent returns the stored data of an event.
func EncodeEvent(e Event) []byte { return MustJSON(e) }

// DecodeEvent reads stored data, after upcasting data of older versions. It returns an error for an unknown name or
// version, because a fold without the event would produce a state that never existed.
func DecodeEvent(name string, schema int, data []byte) (Event, error) {
	return (*Decoder)(nil).DecodeEvent(name, schema, data)
}

// AsStored encodes an event and decodes it again. It returns the event in the form in which a reader of the log sees
// it, and the stored data. Harmful characters in its texts are replaced; replaced is the number of such texts.
func AsStored(e Event) (stored Event, data []byte, replaced int) {
	name, schema := EventType(e)
	data, replaced = text.JSON(EncodeEvent(e))
	stored, err := DecodeEvent(name, schema, data)
	if err != nil {
		panic(fmt.Sprintf("domain: %s does not survive its own encoding: %v", name, err))
	}
	return stored, data, replaced
}
