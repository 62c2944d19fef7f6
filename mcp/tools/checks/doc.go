// Package checks holds the tools that check a model and keep the findings: clashes, rules, model quality, IDS, the runs
// of these checks, and the findings with their approval.
//
// Read [Tools] first, then [Validations], which records a check and finds its earlier runs.
package checks
