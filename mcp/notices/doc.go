// Package notices tells other programs of requests for approval and of decisions: by an outgoing webhook, which is
// signed and retried, with ids and counts and no names.
package notices
