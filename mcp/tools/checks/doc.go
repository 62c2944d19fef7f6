// Package checks holds the tools that check a model: for clashes, by rules, for model quality and by IDS. It also holds
// the tools that list the runs of these checks, and that show and approve their findings.
//
// Read [Tools] first, then [Validations], which records a check and finds its earlier runs.
package checks
