package notices

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
)

// Notice reports that the status of a request for approval has changed. It has ids and counts, but no names, reasons or
// values, because only callers with permission may read those.
type Notice struct {
	// ID identifies the delivery. It is the same for each attempt, so that a receiver can drop duplicates.
	ID         string            `json:"id"`
	ModelID    string            `json:"model_id"`
	ApprovalID string            `json:"approval_id"`
	Status     approvals.Status  `json:"status"`
	Version    int               `json:"version"` // how often the effect of the request has changed
	Classes    []approvals.Class `json:"classes"`
	Counts     approvals.Counts  `json:"counts"`
	Expires    approvals.Instant `json:"expires"`
	earlier    []string          // ids of notices of the request while it was open
}

// Of returns the notice of a request at a time.
func Of(modelID string, a *approvals.Approval, now approvals.Instant) Notice {
	n := Notice{ModelID: modelID, ApprovalID: a.ID, Status: a.StatusAt(now), Version: len(a.Revised),
		Classes: a.Plan.Classes, Counts: a.Plan.Counts, Expires: a.Expires}
	n.ID = idOf(n, n.Status, n.Version, len(a.Grants))
	for version := range n.Version + 1 {
		for grants := range len(a.Grants) + 1 {
			n.earlier = append(n.earlier, idOf(n, approvals.Pending, version, grants),
				idOf(n, approvals.Given, version, grants))
		}
	}
	return n
}

// idOf returns the id of a notice. It depends on the request, its status, how often its effect has changed, and how
// often it was granted.
func idOf(n Notice, status approvals.Status, version, grants int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d %d", n.ModelID, n.ApprovalID, status, version, grants))
	return hex.EncodeToString(sum[:16])
}

// SignatureHeader has the hexadecimal HMAC-SHA256 (RFC 2104) of the time header, a full stop and the body, with the
// secret shared with the receiver. TimeHeader has the seconds since 1970, so that a receiver can refuse a replayed
// body.
const (
	SignatureHeader = "Bimstream-Signature"
	TimeHeader      = "Bimstream-Time"
)

// Sign returns the signature of a body sent at a time.
func Sign(secret []byte, at string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte(at + "."))
	_, _ = mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Webhook sends notices to an address.
type Webhook struct {
	URL    string
	Secret []byte
	Client *http.Client
	Now    func() time.Time
	// Pause waits between two attempts. Tests replace it; nil waits for the given time.
	Pause func(context.Context, time.Duration) error
}

// leastSecret is the least length of a secret in bytes, which is the length of the hash (RFC 2104, section 3).
const leastSecret = 32

// Check refuses addresses that are not HTTP, unencrypted addresses of other machines, and short secrets.
func (w *Webhook) Check() error {
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return fmt.Errorf("webhook %q: give an address such as https://example.com/hook", w.URL)
	case u.Scheme == "http" && u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1":
		return fmt.Errorf("webhook %q: http is for this machine alone, give an https address", w.URL)
	case len(w.Secret) < leastSecret:
		return fmt.Errorf("the secret of the webhook has %d bytes, at least %d are needed", len(w.Secret), leastSecret)
	}
	return nil
}

// tries are the pauses before each attempt. The last attempt comes after some 8 minutes.
var tries = []time.Duration{0, time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 5 * time.Minute}

// ErrRefused is the error of a notice that the receiver refused, so that another attempt is useless.
var ErrRefused = errors.New("the receiver refuses it")

// Send sends a notice. It tries again while the receiver is unreachable, busy (429) or failing (5xx), and gives up with
// an error after the last attempt or at any other refusal.
func (w *Webhook) Send(ctx context.Context, n Notice) error {
	body, err := json.Marshal(n)
	if err != nil {
		return err
	}
	for _, pause := range tries {
		if failed := w.pause(ctx, pause); failed != nil {
			return failed
		}
		if err = w.post(ctx, body); err == nil || errors.Is(err, ErrRefused) {
			return err
		}
	}
	return fmt.Errorf("given up after %d tries: %w", len(tries), err)
}

func (w *Webhook) pause(ctx context.Context, d time.Duration) error {
	if w.Pause != nil {
		return w.Pause(ctx, d)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (w *Webhook) post(ctx context.Context, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	at := fmt.Sprint(w.Now().Unix())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(TimeHeader, at)
	request.Header.Set(SignatureHeader, Sign(w.Secret, at, body))
	client := *w.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request) // a redirect would lose the body, or send it to an address that nobody allowed
	if err != nil {
		return err
	}
	_, _ = io.CopyN(io.Discard, response.Body, 1<<10)
	_ = response.Body.Close()
	switch code := response.StatusCode; {
	case code < http.StatusMultipleChoices:
		return nil
	case code == http.StatusTooManyRequests || code >= http.StatusInternalServerError:
		return fmt.Errorf("the receiver answers %d", code)
	default:
		return fmt.Errorf("%w: it answers %d", ErrRefused, code)
	}
}
