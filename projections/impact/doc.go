// Package impact compares the findings of checks before and after a planned change, for the elements that the change
// touches. People who decide on the change read which findings are new and which are gone.
package impact
