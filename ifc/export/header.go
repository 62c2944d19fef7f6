package export

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// stampLayout is the ISO 8601 layout that ISO 10303-21 requires for the header's time stamp.
const stampLayout = "2006-01-02T15:04:05"

// header fills the file's header by the policy of the buildingSMART validation service. The policy requires a known
// view definition, no empty entries, and an originating system of company, application and version, separated by
// dashes.
func (x *exporter) header() {
	info, app := x.model.Info(), x.options.Application
	description := []string{"ViewDefinition [" + x.options.MVD + "]"}
	if x.options.Revision > 0 {
		description = append(description, fmt.Sprintf("Comment [revision %d]", x.options.Revision))
	}
	x.file.Header = step.Header{
		Description: step.FileDescription{Description: description, ImplementationLevel: "2;1"},
		Name: step.FileName{
			Name:                info.Name + ".ifc",
			TimeStamp:           x.options.Stamp.UTC().Format(stampLayout),
			Author:              []string{orElse(info.Author, orElse(info.Owner, unnamed))},
			Organization:        []string{orElse(info.Organization, unnamed)},
			PreprocessorVersion: app.Name + " " + app.Version,
			OriginatingSystem: strings.Join([]string{dashless(app.Organization), dashless(app.Name),
				strings.TrimSpace(app.Version)}, " - "),
			Authorization: "None",
		},
		Schemas: []string{x.options.schemaName()},
	}
}

// unnamed replaces an empty name in the header, because the policy refuses empty entries.
const unnamed = "unspecified"

// dashless replaces the dashes in a part of the originating system, because dashes separate the parts.
func dashless(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "-", "_")) }
