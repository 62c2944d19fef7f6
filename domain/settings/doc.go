// Package settings is the pure decider of the settings of a store. These are the policy of approvals, and the limits of
// agents and services whose principal has no limits. [Settings] holds them, and [Keys] is the table of settings.
// [Event] is a change of a setting or of the principals that may call. [Settings.Set] decides; [Settings.Fold] applies
// and never fails.
package settings
