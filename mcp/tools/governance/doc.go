// Package governance holds the tools by which people govern: approvals, audit, sessions with their reasons and proofs,
// settings, and who may see a model.
//
// Read [Tools] first. Whether a call needs an approval is decided in package mcp, by what package app tells of its
// plan.
package governance
