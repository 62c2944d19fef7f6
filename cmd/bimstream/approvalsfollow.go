package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/notices"
	"github.com/bimstream/bimstream/projections/approving"
)

// following prints requests for approval as they change, and notifies people and other programs of them.
type following struct {
	*approvalOptions
	follow                bool
	webhook, secret, mail string
	finished              map[string]bool // ids of notices that need no further attempt
}

// bell is the character that makes a terminal beep or flash.
const bell = "\a"

// hookTimeout bounds one attempt of a webhook, and mailTimeout the mail command.
const (
	hookTimeout = 20 * time.Second
	mailTimeout = 60 * time.Second
)

func (f *following) flags(c *cobra.Command) {
	c.Flags().BoolVar(&f.follow, "follow", false, "print requests and decisions as they come, with the terminal's bell")
	c.Flags().StringVar(&f.webhook, "webhook", "", "with --follow: post each to this address, ids and counts alone")
	c.Flags().StringVar(&f.secret, "webhook-secret", "", "file with the secret that signs it, of 32 bytes or more")
	c.Flags().StringVar(&f.mail, "mail", "", "with --follow: mail each to this address by the command mail")
}

// run prints requests and decisions until it is interrupted.
func (f *following) run(c *cobra.Command) error {
	if !f.follow {
		if f.webhook+f.secret+f.mail != "" {
			return errors.New("--webhook and --mail go with --follow")
		}
		return c.Help()
	}
	if f.mail != "" && (strings.HasPrefix(f.mail, "-") || !strings.Contains(f.mail, "@")) {
		return fmt.Errorf("--mail %q is no address", f.mail)
	}
	hook, err := f.hook()
	if err != nil {
		return err
	}
	return withApprover(c, f.approvalOptions, func(a *mcp.Approver) error {
		seen := map[string]bool{}
		f.finished = map[string]bool{}
		for first := true; ; first = false {
			position, err := a.Store.Position(c.Context())
			if err != nil {
				return err
			}
			asked, err := listed(c, a, true)
			if err != nil {
				return err
			}
			for _, r := range asked {
				n := notices.Of(r.ModelID, r.Approval, approving.At(time.Now()))
				told, known := seen[n.ID]
				if !known {
					if told, err = f.isNews(first, n); err != nil {
						return err
					}
					seen[n.ID] = told
					if told {
						err = f.print(c, r, n)
					}
				}
				if told && err == nil {
					err = f.send(c, hook, n)
				}
				if err != nil {
					return err
				}
			}
			if ended, err := f.wait(c.Context(), a, position); ended || err != nil {
				return err
			}
		}
	})
}

// hook returns the webhook that the flags configure, or nil.
func (f *following) hook() (*notices.Webhook, error) {
	if f.webhook == "" {
		return nil, nil
	}
	text, err := os.ReadFile(f.secret)
	if err != nil {
		return nil, fmt.Errorf("the secret of the webhook: %w", err)
	}
	w := &notices.Webhook{URL: f.webhook, Secret: bytes.TrimSpace(text), Now: time.Now,
		Client: &http.Client{Timeout: hookTimeout}}
	return w, w.Check()
}

// isNews reports whether to print and send a notice. Every notice that comes while this command runs is news. Of the
// notices at the start, open requests are news. A decision at the start is news only if a notice of its request was
// already sent from this data folder.
func (f *following) isNews(first bool, n notices.Notice) (bool, error) {
	if !first || n.Status.Open() {
		return true, nil
	}
	for _, way := range []string{"", "-mail"} {
		if begun, err := f.sent().Begun(n, way); begun || err != nil {
			return begun, err
		}
	}
	return false, nil
}

func (f *following) sent() notices.Sent {
	return notices.Sent{Folder: filepath.Join(f.Data, "notices")}
}

// wait waits until the store has changed. If the command sends notices, wait also ends when the claim of another
// process on a notice expires, because that process may have failed to send it.
func (f *following) wait(ctx context.Context, a *mcp.Approver, position uint64) (ended bool, err error) {
	waiting, cancel := ctx, context.CancelFunc(func() {})
	if f.webhook+f.mail != "" {
		waiting, cancel = context.WithTimeout(ctx, notices.ClaimLasts)
	}
	defer cancel()
	switch err := a.Store.Wait(waiting, position); {
	case ctx.Err() != nil:
		return true, nil
	case err != nil && waiting.Err() == nil:
		return true, err
	}
	return false, nil
}

// print prints a request, with the terminal's bell if it is pending.
func (f *following) print(c *cobra.Command, r mcp.Asked, n notices.Notice) error {
	if n.Status == approvals.Pending {
		// The bell is written to os.Stdout because OutOrStdout escapes control characters, so that text of other users
		// cannot steer the terminal.
		_, _ = os.Stdout.WriteString(bell)
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s  %s  %s  %d elements, %d deleted\n", r.ID, n.Status,
		plain(r.Plan.Tool), r.Plan.Counts.Total(), r.Plan.Counts.Deleted)
	return err
}

// ways returns the ways to send notices. The key of each way is the suffix that it adds to the id of a notice.
func (f *following) ways(c *cobra.Command, hook *notices.Webhook) map[string]func(notices.Notice) error {
	out := map[string]func(notices.Notice) error{}
	if hook != nil {
		out[""] = func(n notices.Notice) error { return hook.Send(c.Context(), n) }
	}
	if f.mail != "" {
		out["-mail"] = func(n notices.Notice) error { return mailNotice(c.Context(), f.mail, n, c.ErrOrStderr()) }
	}
	return out
}

// send sends a notice by each way, unless it was already sent or another process is sending it. If sending fails, the
// notice stays claimed until the claim expires, and is then sent again.
func (f *following) send(c *cobra.Command, hook *notices.Webhook, n notices.Notice) error {
	for way, deliver := range f.ways(c, hook) {
		id := n.ID + way
		if f.finished[id] {
			continue
		}
		switch state, err := f.sent().Take(id, time.Now()); {
		case err != nil:
			return err
		case state == notices.Finished:
			f.finished[id] = true
		case state == notices.Mine:
			go func() { // in the background, because the retries take minutes
				err := deliver(n)
				if err != nil {
					_, _ = fmt.Fprintf(c.ErrOrStderr(), "the notice of %s was not sent: %v\n", n.ApprovalID, err)
				}
				if err != nil && !errors.Is(err, notices.ErrRefused) {
					return
				}
				if err := f.sent().Finish(id); err != nil {
					_, _ = fmt.Fprintln(c.ErrOrStderr(), err)
				}
			}()
		}
	}
	return nil
}

// mailNotice passes a notice to the standard input of the command mail (POSIX mailx).
func mailNotice(ctx context.Context, to string, n notices.Notice, log io.Writer) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	subject := fmt.Sprintf("bimstream: request %s is %s", n.ApprovalID, n.Status)
	command := exec.CommandContext(ctx, "mail", "-s", subject, to)
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(append(text, '\n')), log, log
	return command.Run()
}
