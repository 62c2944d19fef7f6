package verify

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// fileRules judge the file itself: its syntax, its header, and its schema with the schema's rules.
var fileRules = []Rule{
	{ID: "STEP", Title: "The file is readable as ISO 10303-21.", Severity: Standard, ofText: true, run: syntaxRule},
	{ID: "ENCODING", Title: "The text of the file is encoded by ISO 10303-21: no control characters, no bytes above " +
		"127 but of UTF-8 in strings and comments, whole escapes.", Severity: Standard,
		ofText: true, run: encodingRule},
	{ID: "HEADER", Title: "The header has FILE_DESCRIPTION, FILE_NAME and FILE_SCHEMA, each once and in this order, " +
		"and nothing follows the end of the file.", Severity: Standard, ofText: true, run: headerSection},
	{ID: "HDR001", Title: "FILE_DESCRIPTION names a model view definition of the schema, as ViewDefinition [...].",
		Severity: Practice, run: viewDefinition},
	{ID: "HDR002", Title: "FILE_NAME names an author.", Severity: Practice, run: author},
	{ID: "HDR003", Title: "FILE_NAME names an organisation.", Severity: Practice, run: organisation},
	{ID: "HDR004", Title: "FILE_NAME names who authorises the file.", Severity: Practice, run: authorization},
	{ID: "HDR005", Title: "The time stamp of FILE_NAME is a date and time of ISO 8601.",
		Severity: Practice, run: timeStamp},
	{ID: "HDR006", Title: "The originating system is given as Company - Application - Version.", Severity: Practice,
		run: originatingSystem},
	{ID: "HDR007", Title: "The implementation level of FILE_DESCRIPTION is 2;1.",
		Severity: Practice, run: implementationLevel},
	{ID: "IFC101", Title: "FILE_SCHEMA names one official version: IFC2X3, IFC4 or IFC4X3_ADD2.", Severity: Critical,
		run: officialVersion},
	{ID: "SCHEMA", Title: "The instances keep to the schema: entities, types and numbers of values, references, " +
		"inverse attributes, uniqueness.", Severity: Standard, needsSchema: true, run: schemaRule},
	{ID: "WHERE", Title: "The WHERE rules and global rules of the schema hold.", Severity: Standard, needsSchema: true,
		run: whereRule},
}

func syntaxRule(c *check) {
	c.applied = true
	errs, other := syntaxErrors(c.syntax)
	for _, e := range errs {
		c.add(Finding{Message: e.Message, Line: e.Line, Column: e.Column})
	}
	if other != nil {
		c.whole("%v", other)
	}
}

// viewDefinitions are the model view definitions that the header policy allows for each schema.
var viewDefinitions = map[string][]string{
	ifc2x3: {"CoordinationView", "CoordinationView_V2.0"},
	ifc4:   {"ReferenceView_V1.2"},
	ifc4x3: {"ReferenceView", "Alignment-basedView"},
}

// An entry of the description is a series of words with brackets, such as Option [...]. viewPattern matches the word
// that lists views.
var (
	entryPattern = regexp.MustCompile(`^(\s*[A-Za-z]+\s*\[[^\[\]]*\]\s*,?)+\s*$`)
	viewPattern  = regexp.MustCompile(`ViewDefinition\s*\[([^\[\]]*)\]`)
)

func viewDefinition(c *check) {
	c.applied = true
	views := namedViews(c.file.Header.Description.Description)
	if len(views) == 0 {
		c.whole("FILE_DESCRIPTION has no entry of the form ViewDefinition [...]")
		return
	}
	if c.schema == nil {
		return
	}
	known := viewDefinitions[c.schema.Name]
	for _, v := range views {
		if !slices.Contains(known, v) && !strings.Contains(v, "AddOnView") { // an add-on view accompanies another view
			c.whole("the model view definition %q is not one of %s for %s", v, strings.Join(known, ", "), c.schema.Name)
		}
	}
}

// namedViews returns the view names between the brackets, which commas separate.
func namedViews(description []string) []string {
	var out []string
	for _, d := range description {
		if m := viewPattern.FindStringSubmatch(d); m != nil && entryPattern.MatchString(d) {
			for _, v := range strings.Split(m[1], ",") {
				out = append(out, strings.TrimSpace(v))
			}
		}
	}
	return out
}

// anyView matches a model view definition anywhere in the description.
var anyView = regexp.MustCompile(`(?i)ViewDefinition\s*\[([^\[\]]*)\]`)

// declaresView reports whether the file declares the view, alone or among other views. Unlike HDR001 it accepts any
// form of the description.
func (c *check) declaresView(name string) bool {
	for _, m := range anyView.FindAllStringSubmatch(strings.Join(c.file.Header.Description.Description, " "), -1) {
		for _, v := range strings.Split(m[1], ",") {
			if strings.EqualFold(strings.TrimSpace(v), name) {
				return true
			}
		}
	}
	return false
}

func author(c *check) { c.filled("author", c.file.Header.Name.Author...) }

func organisation(c *check) { c.filled("organisation", c.file.Header.Name.Organization...) }

func authorization(c *check) { c.filled("authorisation", c.file.Header.Name.Authorization) }

// filled reports a finding if all texts are blank.
func (c *check) filled(what string, texts ...string) {
	c.applied = true
	if strings.TrimSpace(strings.Join(texts, "")) == "" {
		c.whole("the %s of FILE_NAME is empty", what)
	}
}

// timeForms are the forms of ISO 8601 that occur in headers: the extended form, with or without zone and fraction.
var timeForms = []string{"2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04:05Z07", "2006-01-02T15:04"}

func timeStamp(c *check) {
	c.applied = true
	stamp := c.file.Header.Name.TimeStamp
	for _, form := range timeForms {
		if _, err := time.Parse(form, stamp); err == nil {
			return
		}
	}
	c.whole("the time stamp %q is no date and time of ISO 8601 such as 2026-03-01T12:00:00", stamp)
}

// systemParts matches at least three texts, separated by hyphens with spaces around them. The last two are the
// application and its version; the rest is the company.
var systemParts = regexp.MustCompile(`.+ - .+ - .+`)

func originatingSystem(c *check) {
	c.applied = true
	if system := c.file.Header.Name.OriginatingSystem; !systemParts.MatchString(system) {
		c.whole("the originating system %q is not of the form Company - Application - Version", system)
	}
}

func implementationLevel(c *check) {
	c.applied = true
	if level := c.file.Header.Description.ImplementationLevel; level != "2;1" {
		c.whole("the implementation level is %q, not 2;1", level)
	}
}

func officialVersion(c *check) {
	c.applied = true
	names := c.file.Header.Schemas
	if len(names) != 1 || !slices.Contains([]string{ifc2x3, ifc4, ifc4x3}, names[0]) {
		c.whole("FILE_SCHEMA is %q: the official versions are IFC2X3, IFC4 and IFC4X3_ADD2", names)
	}
}

func schemaRule(c *check) {
	c.applied = true
	for _, f := range schema.CheckIndexed(c.ctx, step.NewIndex(c.file), c.schema) {
		severity := c.rule.Severity
		if f.Severity == schema.Warning {
			severity = Practice
		}
		c.add(Finding{Severity: severity, ID: f.ID, Entity: f.Entity, Attribute: f.Attribute,
			Message: string(f.Kind) + ": " + f.Message})
	}
}

func whereRule(c *check) {
	result := c.model.Check(c.ctx)
	c.applied = result.Evaluated > 0
	for _, v := range result.Violations {
		message := v.Rule + " does not hold"
		if v.Text != "" {
			message += ": " + v.Text
		}
		c.add(Finding{ID: v.ID, Entity: v.Entity, Attribute: v.Attribute, Message: message})
	}
	for _, u := range result.NotEvaluated {
		c.report.NotRun = append(c.report.NotRun, Unevaluated{u.Rule, u.Reason, u.ID, u.Count})
	}
	if n := len(result.NotEvaluated); n > 0 {
		c.reason = "some rules could not be evaluated, see not_run"
	}
}
