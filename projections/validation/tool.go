package validation

import (
	"fmt"
	"slices"
)

// Tool is the name of a tool whose checks are recorded.
type Tool string

// These are the tools whose checks are recorded. A tool that is not in Tools records nothing.
const (
	ClashDetection Tool = "clash_detection"
	VerifyIFC      Tool = "verify_ifc"
	CheckIDS       Tool = "check_ids"

	CodeCompliance     Tool = "code_compliance"
	AccessibilityCheck Tool = "accessibility_check"
	FireRatingCheck    Tool = "fire_rating_check"
	EgressAnalysis     Tool = "egress_analysis"
	StructuralCheck    Tool = "structural_check"
	DataCompleteness   Tool = "data_completeness"
	ModelQuality       Tool = "model_quality"
	Constraints        Tool = "validate_constraints"
	ExternalCheck      Tool = "check_external"
)

// Tools lists these tools in the order of display.
var Tools = []Tool{
	ClashDetection, VerifyIFC, CheckIDS,
	CodeCompliance, AccessibilityCheck, FireRatingCheck, EgressAnalysis, StructuralCheck,
	DataCompleteness, ModelQuality, Constraints, ExternalCheck,
}

// Enum returns the values for a JSON schema.
func (Tool) Enum() []string {
	out := make([]string, len(Tools))
	for i, t := range Tools {
		out[i] = string(t)
	}
	return out
}

// mustBeListed panics for a tool that is not in Tools, because its runs could be recorded but not listed.
func (t Tool) mustBeListed() {
	if !slices.Contains(Tools, t) {
		panic(fmt.Sprintf("validation: the tool %q is not in the table of tools that record checks", t))
	}
}
