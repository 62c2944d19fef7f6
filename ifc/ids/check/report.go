package check

import (
	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
)

// Status is a verdict.
type Status string

// The verdicts. Only a whole report can have one of the last two verdicts. Incomplete means that nothing fails but
// specifications were skipped; Invalid means that the document has faults, so that no verdict on the model can be
// relied on.
const (
	Pass       Status = "pass"
	Fail       Status = "fail"
	Incomplete Status = "incomplete"
	Invalid    Status = "invalid"
)

// Report is the result of a check. It has a JSON form.
type Report struct {
	Status         Status          `json:"status"`
	Title          string          `json:"title"`
	Schema         string          `json:"schema,omitempty"` // schema as the model's file names it
	Instances      int             `json:"instances"`
	Counts         Counts          `json:"counts"`
	Audit          []audit.Finding `json:"audit"` // mistakes in the IDS document
	Specifications []Specification `json:"specifications"`
	Warnings       []string        `json:"warnings"`
}

// Counts are the totals of a report.
type Counts struct {
	Specifications int `json:"specifications"`
	Passed         int `json:"passed"`
	Failed         int `json:"failed"`
	Skipped        int `json:"skipped"`     // specifications for another version of IFC, if the options skip them
	NothingApplies int `json:"not_applied"` // passed specifications that applied to no element
	Failures       int `json:"failures"`
}

// Specification is the result for one specification.
type Specification struct {
	Index        int            `json:"index"` // number in the document, from 1
	Name         string         `json:"name"`
	Identifier   string         `json:"identifier,omitempty"`
	Description  string         `json:"description,omitempty"`
	Instructions string         `json:"instructions,omitempty"`
	Line         int            `json:"line"`
	Occurrence   ids.Occurrence `json:"occurrence"`
	Status       Status         `json:"status"`            // "" if the specification was skipped
	Message      string         `json:"message,omitempty"` // set if the result does not depend on the elements alone
	Applicable   int            `json:"applicable"`
	Passed       int            `json:"passed"` // elements that satisfy all requirements
	Failed       int            `json:"failed"`
	Requirements []Requirement  `json:"requirements"`
}

// Requirement is the result for one requirement.
type Requirement struct {
	Facet        string          `json:"facet"`
	Line         int             `json:"line"`
	Text         string          `json:"text"` // description of the requirement
	Instructions string          `json:"instructions,omitempty"`
	Cardinality  ids.Cardinality `json:"cardinality"`
	Passed       int             `json:"passed"`
	Failed       int             `json:"failed"`
	Failures     []Failure       `json:"failures"`          // listed failures, at most Options.MaxFailures
	Omitted      int             `json:"omitted,omitempty"` // number of failures that are not listed
}

// Failure is an element that does not satisfy a requirement.
type Failure struct {
	Instance int    `json:"instance"` // number of the instance in the file
	Class    string `json:"class"`
	GlobalID string `json:"global_id,omitempty"`
	Name     string `json:"name,omitempty"`
	Reason   Reason `json:"reason"`
	Message  string `json:"message"`
	Found    string `json:"found,omitempty"`
	DataType string `json:"data_type,omitempty"`
}
