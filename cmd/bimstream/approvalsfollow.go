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

// following follows requests for approval and notifies people and other programs of them.
type following struct {
	*approvalOptions
	follow                bool
	webhook, secret, mail string
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
				if seen[n.ID] {
					continue
				}
				seen[n.ID] = true
				if first && !n.Status.Open() { // decided before this command started
					continue
				}
				if err := f.tell(c, hook, r, n); err != nil {
					return err
				}
			}
			if err := a.Store.Wait(c.Context(), position); err != nil {
				if c.Context().Err() != nil {
					return nil
				}
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

// tell prints a request and sends its notice, unless another process already did.
func (f *following) tell(c *cobra.Command, hook *notices.Webhook, r mcp.Asked, n notices.Notice) error {
	if n.Status == approvals.Pending {
		// The bell is written to os.Stdout because OutOrStdout escapes control characters, so that text of other users
		// cannot steer the terminal.
		_, _ = os.Stdout.WriteString(bell)
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s  %s  %s  %d elements, %d deleted\n", r.ID, n.Status,
		plain(r.Plan.Tool), r.Plan.Counts.Total(), r.Plan.Counts.Deleted)
	if err != nil || hook == nil && f.mail == "" {
		return err
	}
	mine, err := notices.Sent{Folder: filepath.Join(f.data, "notices")}.Take(n)
	if err != nil || !mine {
		return err
	}
	if hook != nil {
		go func() { // the retries take minutes, and other notices must not wait for them
			if err := hook.Send(c.Context(), n); err != nil {
				_, _ = fmt.Fprintf(c.ErrOrStderr(), "the notice of %s was not sent: %v\n", r.ID, err)
			}
		}()
	}
	if f.mail != "" {
		if err := mailNotice(c.Context(), f.mail, n, c.ErrOrStderr()); err != nil {
			_, _ = fmt.Fprintf(c.ErrOrStderr(), "the mail about %s was not sent: %v\n", r.ID, err)
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
