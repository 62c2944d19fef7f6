package export

import (
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// Target is the software that a file is meant for.
type Target string

// The targets. The file is the same for all, except that a file for Revit has another name for IFC4X3 in its header.
// The summary warns of what Revit does not support.
const (
	TargetGeneric Target = "generic"
	TargetRevit   Target = "revit"
	TargetBonsai  Target = "bonsai"
)

// Enum lists the targets.
func (Target) Enum() []string { return []string{"generic", "revit", "bonsai"} }

// The model view definitions that a file can name in its header.
const (
	ViewCoordination   = "CoordinationView_V2.0"   // for IFC2X3
	ViewReference      = "ReferenceView_V1.2"      // for IFC4
	ViewDesignTransfer = "DesignTransferView_V1.0" // for IFC4
	ViewReference4X3   = "ReferenceView"           // IFC4X3 ADD2, whose validators refuse the name with a version
)

// Options holds the options of an export. Only Stamp has no default.
type Options struct {
	Schema      string                              // one of [Schemas]; the default is IFC4
	MVD         string                              // the default is the first view of the schema
	Target      Target                              // the default is generic
	Revision    uint64                              // revision of the model, named in the header; 0 for none
	Stamp       time.Time                           // time of the model's last event, for the header
	History     func(state.ID) (OwnerHistory, bool) // returns the history of an element; nil for no owner history
	Application Application
	// SpaceBoundaries adds the boundaries of rooms (IfcRelSpaceBoundary, first level), which only energy and cost
	// software needs.
	SpaceBoundaries bool
	// SecondLevel writes boundaries of rooms of the second level in place of those of the first: split by what lies on
	// their other side.
	SecondLevel bool
	// Rules also runs the rules of [verify] over the file, except the rules of industry practice, and warns of each
	// rule that the file breaks. Data of other programs may break a rule; the exporter itself does not.
	Rules bool
	// Archive is the name of the IFC file in the ifcZIP archive that is written; "" for the file by itself.
	Archive string
}

// Application is the software that writes the file. Defaults are this project's name and "unreleased".
type Application struct {
	Name, Version, Organization string
}

// OwnerHistory states who created an element and who last modified it. Modified is zero for an element never modified.
type OwnerHistory struct {
	Created, Modified Change
}

// Change is one entry of an element's history.
type Change struct {
	User        string
	Agent       string // agent that acted on the user's behalf, "" if the user acted in person
	Application string // the default is the application that writes the file
	At          time.Time
}

// The defaults of Application.
const (
	defaultApplication = "bimstream"
	defaultVersion     = "unreleased"
)

// withDefaults returns complete options, or an OUT_OF_RANGE error that names the parameter and its allowed values.
func (o Options) withDefaults() (Options, error) {
	o.Schema = orElse(o.Schema, SchemaIFC4)
	views := dialectOf(o.Schema).views
	o.MVD = orElse(o.MVD, views[0])
	o.Target = Target(orElse(string(o.Target), string(TargetGeneric)))
	o.Application.Name = orElse(o.Application.Name, defaultApplication)
	o.Application.Version = orElse(o.Application.Version, defaultVersion)
	o.Application.Organization = orElse(o.Application.Organization, defaultApplication)
	for _, choice := range []struct {
		parameter, value string
		allowed          []string
	}{
		{"schema", o.Schema, Schemas()},
		{"mvd", o.MVD, views},
		{"target", string(o.Target), TargetGeneric.Enum()},
	} {
		if !slices.Contains(choice.allowed, choice.value) {
			return o, state.Errorf(state.OutOfRange, "%s %q cannot be written: give one of %v", choice.parameter,
				choice.value, choice.allowed).
				With("parameter", choice.parameter).With("value", choice.value).With("allowed", choice.allowed)
		}
	}
	if o.Stamp.IsZero() {
		return o, state.Errorf(state.OutOfRange,
			"the export needs a time stamp: give the time of the model's last event").With("parameter", "stamp")
	}
	return o, nil
}

// warnings returns the warnings about the options themselves.
func (o Options) warnings() []change.Warning {
	var out []change.Warning
	if o.MVD == ViewDesignTransfer {
		out = append(out, change.Warning{Code: "MVD_NOT_FINAL",
			Message: "the Design Transfer View was never finalised and validators refuse its name in the header: " +
				"leave mvd out for " + ViewReference,
			Data: map[string]any{"mvd": o.MVD}})
	}
	if o.Target != TargetRevit {
		return out
	}
	if o.SpaceBoundaries || o.SecondLevel {
		out = append(out, change.Warning{Code: "BOUNDARIES_UNUSED",
			Message: "Revit makes generic models of spaces, and no rooms, so that nothing there has boundaries: " +
				"leave space_boundaries out for Revit, or export another file for the software that asks for them"})
	}
	if o.Schema != SchemaIFC2X3 {
		out = append(out, change.Warning{Code: "REVIT_LINK_ONLY",
			Message: "Revit's Open command has no full support of " + o.Schema +
				": use Link IFC for reference, or export " + SchemaIFC2X3 + " (" +
				ViewCoordination + ") to get native elements",
			Data: map[string]any{"schema": o.Schema, "recommended": SchemaIFC2X3}})
	}
	if o.Schema == SchemaIFC4X3 {
		out = append(out, change.Warning{Code: "SCHEMA_NAME_FOR_REVIT",
			Message: "the header says " + schemaForRevit + ", since Revit fails on " + SchemaIFC4X3 +
				", which is the official name and the only one that validators accept: export for the generic target " +
				"to validate",
			Data: map[string]any{"schema": o.Schema, "header": schemaForRevit}})
	}
	return out
}

// schemaForRevit is the name of IFC4X3 ADD2 that Revit accepts.
const schemaForRevit = "IFC4X3"

// schemaName returns the name of the schema for the header.
func (o Options) schemaName() string {
	if o.Target == TargetRevit && o.Schema == SchemaIFC4X3 {
		return schemaForRevit
	}
	return o.Schema
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
