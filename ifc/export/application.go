package export

import (
	"fmt"

	"github.com/bimstream/bimstream/ifc/step"
)

// The indexes of the attributes of an IfcApplication, equal in all schemas.
const (
	developerAt = iota
	versionAt
	fullNameAt
	identifierAt
)

// applicationNames holds the names of an IfcApplication. In a file the identifiers must be unique, and so must the
// pairs of full name and version (IfcApplication.UR1, UR2).
type applicationNames struct{ version, fullName, identifier step.Value }

// applications holds the IfcApplications of a file.
type applications struct {
	written     map[applicationNames]step.Ref // applications by the names before they were made unique
	developers  map[applicationNames]step.Value
	identifiers map[step.Value]bool
	fullNames   map[[2]step.Value]bool // full names that are taken, with their versions
	idle        []step.Ref             // developers that no written application refers to
}

func newApplications() applications {
	return applications{written: map[applicationNames]step.Ref{}, developers: map[applicationNames]step.Value{},
		identifiers: map[step.Value]bool{}, fullNames: map[[2]step.Value]bool{}}
}

// recordInstance writes an instance of a record. Equal instances are written once, and applications get unique names.
func (x *exporter) recordInstance(class string, args ...step.Value) step.Ref {
	if class == "IFCAPPLICATION" {
		return x.uniqueApplication(args)
	}
	return x.shareIn(class, args...)
}

// uniqueApplication writes an IfcApplication under unique names. A file that was merged from several files may have
// applications with equal names. If they differ only in their developer, the first application is written for all.
// Otherwise the version is added to the identifier, or the identifier to the full name. Both cases give a warning.
func (x *exporter) uniqueApplication(args []step.Value) step.Ref {
	names := applicationNames{args[versionAt], args[fullNameAt], args[identifierAt]}
	if ref, known := x.applications.written[names]; known {
		if of, is := args[developerAt].(step.Ref); is && of != x.developers[names] {
			x.idle = append(x.idle, of)
			x.warnApplication(names, "the first of several records of its developer is written")
		}
		return ref
	}
	own := x.kept(args)
	own[identifierAt] = free(names.identifier, names.version, func(v step.Value) bool { return x.identifiers[v] })
	own[fullNameAt] = free(names.fullName, names.identifier, func(v step.Value) bool {
		return x.fullNames[[2]step.Value{v, names.version}]
	})
	if own[identifierAt] != names.identifier {
		x.warnApplication(names, fmt.Sprintf("another application has its identifier: it is %q", own[identifierAt]))
	}
	if own[fullNameAt] != names.fullName {
		x.warnApplication(names, fmt.Sprintf("another application has its full name: it is %q", own[fullNameAt]))
	}
	ref := x.shareIn("IFCAPPLICATION", own...)
	x.applications.written[names], x.developers[names] = ref, args[developerAt]
	x.identifiers[own[identifierAt]] = true
	x.fullNames[[2]step.Value{own[fullNameAt], names.version}] = true
	return ref
}

// free returns the name itself if no application has it, else the name with an addition, else with a number before it.
func free(name, addition step.Value, taken func(step.Value) bool) step.Value {
	base, is := name.(step.String)
	if !is || !taken(name) {
		return name
	}
	added, _ := addition.(step.String)
	if out := step.String(shortened(string(base + " " + added))); !taken(out) {
		return out
	}
	for n := 2; ; n++ { // the number comes first, so that cutting a long name keeps it
		if out := step.String(shortened(fmt.Sprintf("(%d) %s", n, base))); !taken(out) {
			return out
		}
	}
}

func (x *exporter) warnApplication(names applicationNames, message string) {
	x.warn("APPLICATION_NAME", fmt.Sprintf("application %q, version %q: %s", names.fullName, names.version, message),
		map[string]any{"identifier": names.identifier, "full_name": names.fullName, "version": names.version})
}
