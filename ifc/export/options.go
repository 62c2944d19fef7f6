package export

import (
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// Target is the software that a file is meant for.
type Target string

// The targets. The file is the same for all, but for the name of IFC4X3 in the header of one for Revit; the summary
// warns of what Revit does not take.
const (
	TargetGeneric Target = "generic"
	TargetRevit   Target = "revit"
	TargetBonsai  Target = "bonsai"
)

// Enum lists the targets.
func (Target) Enum() []string { return []string{"generic", "revit", "bonsai"} }

// The model view definitions that a file can name in its header.
const (
	ViewCoordination   = "CoordinationView_V2.0"   // IFC2X3
	ViewReference      = "ReferenceView_V1.2"      // IFC4
	ViewDesignTransfer = "DesignTransferView_V1.0" // IFC4
	ViewReference4X3   = "ReferenceView"           // IFC4X3 ADD2, whose validators refuse the name with a version
)

// Options say how to write a model. Only Stamp has no default.
type Options struct {
	Schema      string                              // one of [Schemas]; default IFC4
	MVD         string                              // default the coordination or reference view of the schema
	Target      Target                              // default generic
	Revision    uint64                              // of the model, named in the header; 0 for none
	Stamp       time.Time                           // of the model's last event: the header's time
	History     func(state.ID) (OwnerHistory, bool) // who made and changed an element; nil for no owner history
	Application Application
	// SpaceBoundaries adds the boundaries of rooms (IfcRelSpaceBoundary, first level), which energy and cost software
	// asks for and others have no use for.
	SpaceBoundaries bool
	// Rules runs the rules of [verify] over the file as well, and warns of each that it breaks, but for those of
	// industry practice. Data of other programs may break a rule; the exporter itself does not.
	Rules bool
	// Archive is the name of the IFC file in the ifcZIP archive that is written; "" for the file by itself.
	Archive string
}

// Application is the software that writes the file. Defaults are this project's name and "unreleased".
type Application struct {
	Name, Version, Organization string
}

// OwnerHistory says who made an element and who changed it last; Modified is zero for one never changed.
type OwnerHistory struct {
	Created, Modified Change
}

// Change is one entry of an element's history.
type Change struct {
	User        string
	Agent       string // that acted on the user's behalf, "" for the user in person
	Application string // default: the application that writes the file
	At          time.Time
}

// The defaults of Application.
const (
	defaultApplication = "bimstream"
	defaultVersion     = "unreleased"
)

// withDefaults returns complete options, or OUT_OF_RANGE with the parameter and what it may be.
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

// warnings tells what the caller should know of the options themselves.
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
	if o.SpaceBoundaries {
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

// schemaForRevit is the name under which Revit takes IFC4X3 ADD2.
const schemaForRevit = "IFC4X3"

// schemaName returns what the header calls the schema.
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
