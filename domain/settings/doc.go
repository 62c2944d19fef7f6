// Package settings is the pure decider of what governs a store: the policy of approvals and the limits of agents and
// services where their principal does not say otherwise. [Settings] is all of it, [Keys] the table of what can be set,
// [Event] a change of it or of who may call. [Settings.Set] decides; [Settings.Fold] applies and never fails.
package settings
