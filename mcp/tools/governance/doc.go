// Package governance holds the tools by which people govern: approvals, audit, sessions with their reasons and proofs,
// settings, and the sharing of models.
//
// Read [Tools] first. Package mcp decides whether a call needs an approval, from the plan that package app describes.
package governance
