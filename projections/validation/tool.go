package validation

import (
	"fmt"
	"slices"
)

// Tool is the name of a tool whose checks are recorded.
type Tool string

// The tools whose checks are recorded. One that is not in Tools records nothing.
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

// Tools is the table of them, in the order in which they are listed.
var Tools = []Tool{
	ClashDetection, VerifyIFC, CheckIDS,
	CodeCompliance, AccessibilityCheck, FireRatingCheck, EgressAnalysis, StructuralCheck,
	DataCompleteness, ModelQuality, Constraints, ExternalCheck,
}

// Enum lists the values for a JSON schema.
func (Tool) Enum() []string {
	out := make([]string, len(Tools))
	for i, t := range Tools {
		out[i] = string(t)
	}
	return out
}

// mustBeListed panics for a tool whose runs could be recorded and never be asked for.
func (t Tool) mustBeListed() {
	if !slices.Contains(Tools, t) {
		panic(fmt.Sprintf("validation: the tool %q is not in the table of tools that record checks", t))
	}
}
