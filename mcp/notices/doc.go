// Package notices notifies other programs of requests for approval and of decisions by a webhook, which is signed and
// retried. Notices have ids and counts, but no names.
package notices
