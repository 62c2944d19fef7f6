package checks

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// buildingStandard is a standard that code_compliance knows.
type buildingStandard string

// Enum lists the standards.
func (buildingStandard) Enum() []string {
	return []string{"IBC", "BS9999", "Eurocode", "ISO19650", "MBO", "NDSS"}
}

// egressStandard is a standard for escape routes.
type egressStandard string

// Enum lists the standards.
func (egressStandard) Enum() []string { return []string{"IBC", "BS9999", "MBO"} }

// riskProfile is a profile of BS 9999 for which the table of rules has rows.
type riskProfile string

// Enum lists the profiles.
func (riskProfile) Enum() []string { return []string{"A1", "A2", "A3", "B1", "B2", "B3"} }

// accessStandard is a standard of accessibility.
type accessStandard string

// Enum lists the standards.
func (accessStandard) Enum() []string { return []string{"ADA", "DDA", "both"} }

// constructionType is a type of construction in IBC table 601. For IIB and VB the table requires nothing. IIIA, IIIB
// and IV-HT are missing, because no rule distinguishes their outer walls, which have values of their own.
type constructionType string

// Enum lists the types.
func (constructionType) Enum() []string {
	return []string{"IA", "IB", "IIA", "IIB", "IV-A", "IV-B", "IV-C", "VA", "VB"}
}

// rowsOf maps a standard of the tools to the standards in the table of rules that it includes.
var rowsOf = map[string][]string{
	"IBC": {"IBC"}, "BS9999": {"BS 9999", "AD B", "AD K"}, "Eurocode": {"EN 1992-1-1", "EN 1996-1-1"},
	"ISO19650": {"ISO 19650-2 UK annex"},
	"MBO":      {"MBO"}, "NDSS": {"NDSS"},
	"ADA": {"ADA"}, "DDA": {"AD M"}, "both": {"ADA", "AD M"},
}

// threshold is the optional argument that leaves out lesser findings.
type threshold struct {
	SeverityThreshold rules.Severity `json:"severity_threshold,omitempty" jsonschema:"leave out lesser findings; the verdict counts all"`
}

// ruleArguments are the arguments common to the checks of rules.
type ruleArguments struct {
	RuleIDs    []string        `json:"rule_ids,omitempty" jsonschema:"only these"`
	RulesFile  string          `json:"rules_file,omitempty" jsonschema:"of your own rules, in the form of docs/rules.md: added, or in place of those with their ids"`
	ElementIDs []state.ID      `json:"element_ids,omitempty" jsonschema:"check these, with what is around them; default all"`
	Query      *Selection      `json:"query,omitempty" jsonschema:"in place of ids"`
	Detail     app.DetailLevel `json:"detail,omitempty" jsonschema:"full lists rules that passed or do not apply, 50 findings a page; default brief, 20"`
	app.LinkedArguments
	mcp.ReadArguments
}

type codeCompliance struct {
	Standard          buildingStandard `json:"standard"`
	SeverityThreshold rules.Severity   `json:"severity_threshold" jsonschema:"leave out lesser findings, info none; the verdict counts all"`

	Occupancy    string           `json:"occupancy,omitempty" jsonschema:"group of IBC 302, such as B, R-2; default by names of rooms"`
	Sprinklered  *bool            `json:"sprinklered,omitempty"`
	VoiceAlarm   *bool            `json:"voice_alarm,omitempty"`
	Construction constructionType `json:"construction_type,omitempty"`
	Profile      riskProfile      `json:"risk_profile,omitempty" jsonschema:"of BS 9999; without one Approved Document B"`
	Edition      string           `json:"edition,omitempty" jsonschema:"only rules of this one"`
	ruleArguments
}

type accessibilityCheck struct {
	Standard accessStandard `json:"standard,omitempty" jsonschema:"default both; DDA is Approved Document M"`
	threshold
	ruleArguments
}

type fireRatingCheck struct {
	Occupancy    string           `json:"occupancy,omitempty" jsonschema:"group of IBC 302"`
	Sprinklered  *bool            `json:"sprinklered,omitempty"`
	Construction constructionType `json:"construction_type,omitempty" jsonschema:"for the hours of IBC table 601"`
	threshold
	ruleArguments
}

type egressAnalysis struct {
	Occupancy   string         `json:"occupancy,omitempty" jsonschema:"group of IBC 302; default by names of rooms"`
	Sprinklered *bool          `json:"sprinklered,omitempty"`
	VoiceAlarm  *bool          `json:"voice_alarm,omitempty"`
	Standard    egressStandard `json:"standard,omitempty" jsonschema:"default IBC"`
	Profile     riskProfile    `json:"risk_profile,omitempty" jsonschema:"of BS 9999; without one Approved Document B"`
	threshold
	ruleArguments
}

type structuralCheck struct {
	threshold
	ruleArguments
}

// modelQuality are the arguments of the checks that need nothing but the model.
type modelQuality struct {
	threshold
	ruleArguments
}

type dataCompleteness struct {
	RequiredParams []string `json:"required_params,omitempty" jsonschema:"Pset.Property, or name, number, usage, type, material, level, classification, a parameter; default a list for each category"`
	threshold
	ruleArguments
}

// ruleRow is a check of rules as a tool.
type ruleRow struct {
	tool               validation.Tool
	title, description string
	input              any
	options            func(c *mcp.Call, m *state.Model) (rules.Options, error)
}

// ruleTools are the checks of rules.
func ruleTools(r *Validations) []mcp.Tool {
	var out []mcp.Tool
	for _, row := range slices.Concat(standardRules(), modelRules()) {
		out = append(out, mcp.Tool{
			Name: string(row.tool), Heavy: true, Records: true, Title: row.title, Server: "validation",
			Set: setOf(row.tool), Category: mcp.CategoryRead,
			Description: row.description +
				" Says what it could not look at and what is missing. Records a validation run.",
			Input: row.input, Output: ruleData{},
			Handle: func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
				return r.checkRules(ctx, c, row.tool, row.options)
			},
		})
	}
	return out
}

// standardRules are the checks by published standards.
func standardRules() []ruleRow {
	return []ruleRow{
		{validation.CodeCompliance, "Code compliance",
			"Checks the rules of a standard: doors, stairs, rooms, ways out, fire ratings. Issues with clause, " +
				"measured, required.",
			codeCompliance{}, optionsFrom(func(a *codeCompliance) rules.Options {
				return a.options(a.SeverityThreshold, rules.Options{
					Checks:    []string{"code_compliance", "egress_analysis", "fire_rating_check", "structural_check"},
					Standards: rowsOf[string(a.Standard)],
					Occupancy: a.Occupancy, Sprinklered: a.Sprinklered, VoiceAlarm: a.VoiceAlarm,
					Construction: string(a.Construction),
					Profile:      string(a.Profile), Edition: a.Edition,
				})
			})},
		{validation.AccessibilityCheck, "Accessibility check",
			"Checks doors, turning circles and ways of a wheelchair by ADA 2010 and Approved Document M.",
			accessibilityCheck{}, optionsFrom(func(a *accessibilityCheck) rules.Options {
				standard := string(a.Standard)
				if standard == "" {
					standard = "both"
				}
				return a.options(a.SeverityThreshold, rules.Options{Checks: []string{"accessibility_check"},
					Standards: rowsOf[standard]})
			})},
		{validation.FireRatingCheck, "Fire rating check",
			"Checks fire ratings of doors against those of their walls, unprotected openings, and the hours of IBC " +
				"table 601.",
			fireRatingCheck{}, optionsFrom(func(a *fireRatingCheck) rules.Options {
				return a.options(a.SeverityThreshold, rules.Options{
					Checks: []string{"fire_rating_check"}, Occupancy: a.Occupancy, Sprinklered: a.Sprinklered,
					Construction: string(a.Construction),
				})
			})},
		{validation.EgressAnalysis, "Egress analysis",
			"Measures the way from the remotest place of each room to the nearest exit and checks it; lists the " +
				"exits and why they are taken for exits.",
			egressAnalysis{}, optionsFrom(func(a *egressAnalysis) rules.Options {
				standard := string(a.Standard)
				if standard == "" {
					standard = "IBC"
				}
				return a.options(a.SeverityThreshold, rules.Options{
					Checks: []string{"egress_analysis"}, Standards: append([]string{"bimstream"}, rowsOf[standard]...),
					Occupancy: a.Occupancy, Sprinklered: a.Sprinklered, VoiceAlarm: a.VoiceAlarm,
					Profile: string(a.Profile),
				})
			})},
		{validation.StructuralCheck, "Structural check",
			"Checks plausibility: columns that stand on nothing, beams that bear on nothing, proportions of concrete " +
				"members. No design check.",
			structuralCheck{}, optionsFrom(func(a *structuralCheck) rules.Options {
				return a.options(a.SeverityThreshold, rules.Options{Checks: []string{"structural_check"}})
			})},
	}
}

// modelRules are the checks of the consistency and completeness of the model itself.
func modelRules() []ruleRow {
	return []ruleRow{
		{validation.ModelQuality, "Model quality",
			"Finds unsound modelling: windows across partitions, doors into stairs or doors, rooms that overlap, " +
				"gaps between walls, walls falsely external, duplicates, placeholders.",
			modelQuality{}, optionsFrom(func(a *modelQuality) rules.Options {
				return a.options(a.SeverityThreshold, rules.Options{Checks: []string{"model_quality"}})
			})},
		{validation.Constraints, "Validate constraints",
			"Measures the declared constraints (add_constraint): which hold, which do not and by how much.",
			modelQuality{}, optionsFrom(func(a *modelQuality) rules.Options {
				return a.options(a.SeverityThreshold, rules.Options{Checks: []string{"validate_constraints"}})
			})},
		{validation.DataCompleteness, "Data completeness",
			"Says which elements lack required data; placeholders such as tbd count as lacking. What required_params " +
				"names is an error, else a warning.",
			dataCompleteness{}, optionsFrom(func(a *dataCompleteness) rules.Options {
				return a.options(a.SeverityThreshold, rules.Options{Checks: []string{"data_completeness"},
					Required: a.RequiredParams})
			})},
	}
}

// setOf returns the tool set of a check: model quality is in the full set, the others in the contract set.
func setOf(tool validation.Tool) mcp.Set {
	if tool == validation.ModelQuality {
		return mcp.SetFull
	}
	return mcp.SetContract
}

// options adds the options common to all checks.
func (a *ruleArguments) options(severity rules.Severity, o rules.Options) rules.Options {
	o.Severity, o.Rules, o.Elements = severity, a.RuleIDs, a.ElementIDs
	if a.Query != nil {
		o.Query = a.Query
	}
	return o
}

// takeChecked adds the elements that the query finds to the options. A query of only a level also selects the level
// itself, which has rules of its own.
func takeChecked(m *state.Model, o *rules.Options) error {
	s, ok := o.Query.(*Selection)
	if !ok {
		return nil
	}
	if len(o.Elements) > 0 {
		return state.Errorf(state.InvalidInput,
			"element_ids and query both say which elements: give one of them").With("parameter", "query")
	}
	found, err := s.Find(m)
	if err != nil {
		return err
	}
	for _, e := range found {
		o.Elements = append(o.Elements, e.ID)
	}
	if s.LevelID != "" && len(s.Categories) == 0 && s.TypeID == "" && s.Name == "" && s.Property == "" {
		o.Elements = append(o.Elements, s.LevelID)
	}
	if len(o.Elements) == 0 {
		return state.Errorf(state.NotFound,
			"no element is like the query: nothing was checked; query_elements takes the same filters").With(
			"parameter", "query")
	}
	return nil
}

// optionsFrom reads the arguments of a call.
func optionsFrom[A any](options func(*A) rules.Options) func(c *mcp.Call, m *state.Model) (rules.Options, error) {
	return func(c *mcp.Call, m *state.Model) (rules.Options, error) {
		a := new(A)
		if err := c.Decode(a); err != nil {
			return rules.Options{}, err
		}
		if err := app.NameArguments(m, a); err != nil {
			return rules.Options{}, err
		}
		o := options(a)
		err := takeChecked(m, &o)
		return o.Normal(), err
	}
}

// ruleSummary holds the result of a recorded check of rules beside its findings.
type ruleSummary struct {
	Verdict       rules.Verdict         `json:"verdict" jsonschema:"pass is said only where every rule that applies was run"`
	Rules         int                   `json:"rules" jsonschema:"that were selected; the standard has others"`
	Parameters    []rules.Parameter     `json:"parameters,omitempty" jsonschema:"what was taken of the building, and from where"`
	Passed        []rules.Passed        `json:"passed"`
	NotChecked    []rules.NotChecked    `json:"not_checked" jsonschema:"and what is missing"`
	KnownUses     []string              `json:"known_uses,omitempty" jsonschema:"words of a room's usage or name that say its use, where that is missing"`
	NotApplicable []rules.NotApplicable `json:"not_applicable"`
	Covered       []rules.Covered       `json:"covered,omitempty" jsonschema:"chapters of the standards that rules here look at"`
	NotCovered    []rules.NotCovered    `json:"not_covered,omitempty" jsonschema:"chapters that no rule here touches: a pass says nothing of them"`
	Exits         []exitEcho            `json:"exits,omitempty" jsonschema:"of egress_analysis: the first 25"`
	ExitsTotal    int                   `json:"exits_total,omitempty"`
	Rooms         []rules.RoomWay       `json:"rooms,omitempty" jsonschema:"of egress_analysis: those without a way first, then the longest; the first 50"`
	RoomsTotal    int                   `json:"rooms_total,omitempty"`
}

type exitEcho struct {
	ElementID state.ID `json:"element_id"`
	Name      string   `json:"name"`
	RoomID    state.ID `json:"room_id"`
	Reason    string   `json:"reason"`
}

// roomsShown and ExitsShown bound the ways of rooms and the exits in one reply: a row of houses has an exit for each
// house, and half of a reply is reserved for the findings.
const (
	roomsShown = 50
	ExitsShown = 25
)

func summaryOf(m *state.Model, report *rules.Report) ruleSummary {
	s := ruleSummary{
		Verdict: report.Verdict, Rules: report.Rules, Passed: app.OrEmpty(report.Passed),
		NotChecked:    app.OrEmpty(report.NotChecked),
		KnownUses:     report.KnownUses,
		NotApplicable: app.OrEmpty(report.NotApplicable), Parameters: report.Parameters,
		Rooms: report.Rooms[:min(roomsShown, len(report.Rooms))], RoomsTotal: len(report.Rooms),
		ExitsTotal: len(report.Exits),
		Covered:    report.Covered, NotCovered: report.NotCovered,
	}
	for _, x := range report.Exits[:min(ExitsShown, len(report.Exits))] {
		_, name := app.Named(m, x.ID)
		s.Exits = append(s.Exits, exitEcho{x.ID, name, x.Room, x.Reason})
	}
	return s
}

// checkRules checks a state and records the run. A call with a cursor reads the next page of the recorded run.
func (r *Validations) checkRules(ctx context.Context, c *mcp.Call, tool validation.Tool,
	options func(c *mcp.Call, m *state.Model) (rules.Options, error)) (*mcp.Outcome, error) {
	if c.Common.Cursor != "" {
		return r.rulePage(ctx, c)
	}
	v, err := r.Backend.ViewAt(ctx, c, &app.Page{})
	if err != nil {
		return nil, err
	}
	o, err := options(c, v.Model)
	if err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, r.Backend.Store, v); err != nil {
		return nil, err
	}
	table, sum, err := r.Backend.ruleTable(ctx, c)
	if err != nil {
		return nil, err
	}
	o.RulesFile = sum
	key := fmt.Sprintf("%s %s %s", tool, app.StateKey(ctx, v), app.MustEncode(o.Recorded()))
	report, err := r.checks.Do(ctx, key, func(ctx context.Context) (*rules.Report, error) {
		return rules.Check(ctx, v, &r.Backend.Ways, table, o)
	})
	if err != nil {
		return nil, r.Backend.Located(ctx, c, v, err)
	}
	return r.recordRules(ctx, c, v, tool, o, report)
}

// recordRules returns the first page of a check that is about to be recorded.
func (r *Validations) recordRules(ctx context.Context, c *mcp.Call, v *projections.View, tool validation.Tool,
	o rules.Options, report *rules.Report) (*mcp.Outcome, error) {
	hash, err := v.StateHash(ctx)
	if err != nil {
		return nil, err
	}
	check := &validation.Check{
		Tool: tool, Branch: v.Branch, Revision: v.Revision, StateHash: hash, Parameters: app.MustEncode(o.Recorded()),
		Criteria: app.MustEncode(o.Criteria()),
		Summary:  app.MustEncode(summaryOf(v.Model, report)),
		Elements: ElementsOf(v),
	}
	if o.Query != nil { // the same query may find other elements in another run
		check.Looked = func(id state.ID) bool { _, ok := slices.BinarySearch(o.Elements, id); return ok }
	}
	for _, u := range report.Unjudged {
		check.Gaps = append(check.Gaps, validation.NewGaps(u.Rule, u.Elements)...)
	}
	for _, f := range report.Findings {
		check.Findings = append(check.Findings, validation.Finding{Key: f.Key, Elements: f.Elements,
			Level: f.Level, Data: app.MustEncode(f)})
	}
	run, record, batches, err := r.preview(ctx, c, v, check)
	if err != nil {
		return nil, err
	}
	found := &validation.Found{Findings: check.Findings, Undecided: check.Undecided, Elements: check.Elements}
	size, full, err := findingsPage(c)
	if err != nil {
		return nil, err
	}
	data, err := ruleAnswer{c, v.ModelID, record, run, found}.page(runCursor{RunID: run.ID}, size)
	if err != nil {
		return nil, err
	}
	if !full {
		data.shorten()
	}
	return &mcp.Outcome{Data: data, Commit: r.keeping(ctx, v.ModelID, check, batches)}, nil
}
