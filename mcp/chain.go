package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections/governing"
)

// The steps of a call in their order, which is part of the tool contract. There are two approval steps: one before the
// dispatch, which considers the tool, and one after the handler has decided, which considers the plan.
const (
	stepValidateInput  = "validate input"
	stepAuditEnter     = "audit enter"
	stepPermission     = "permission"
	stepLimits         = "limits"
	stepRate           = "rate"
	stepApproval       = "approval"
	stepDispatch       = "dispatch"
	stepPlanApproval   = "approval of the plan"
	stepValidateOutput = "validate output"
	stepCommit         = "commit"
	stepAuditExit      = "audit exit"
)

// chainCall is one call on its way through the chain.
type chainCall struct {
	server *Server
	entry  *Entry
	call   *Call
	queued *queuedWrite
	slot   *slots // whose slot the call holds; nil if it holds none
	// basis is the call on whose published state this one is decided; nil if it is decided on the stored state.
	basis   *queuedWrite
	started time.Time

	parsed *schema.Document // the arguments
	taken  []string         // synonyms that were accepted
	// saysDryRun is true if the arguments contain dry_run, so that its value is not the caller's default.
	saysDryRun bool
	replaced   int // number of texts in the arguments with hidden characters
	inputHash  string
	keyedHash  string // hash for the idempotency key: without what asking the person added
	seq        uint64
	enteredID  string
	affected   int
	reached    func() []Reached // what the last decision affects; nil for nothing or unknown
	rateFault  error            // found when the call was charged
	reserved   bool             // an operation was counted for the call
	// unsure reports whether an attempt depends on cached data that may be outdated; nil if it does not.
	unsure    func() bool
	classes   []approvals.Class   // reasons why the outcome needs approval
	drastic   []string            // why it amounts to a deletion
	asks      bool                // the caller lacks the rights, but may request approval
	decisions []eventstore.Append // uses of approvals, which are stored with the events of the outcome
	settings  *settings.Settings  // settings at the time of the call's arrival
	inner     *Invocation         // set if another call makes this call
	recorded  bool                // the records of the invocation are written
	// mayHaveCommitted is set before the append: from then on a failure does not mean that nothing was changed.
	mayHaveCommitted bool
}

// reply is the result of a call.
type reply struct {
	envelope Envelope
	text     json.RawMessage
	images   []wire.Image
}

// run runs the call through the chain. The error is non-nil only if the client must be asked first.
func (cc *chainCall) run(ctx context.Context) (reply, error) {
	fault := cc.step(stepValidateInput, cc.validateInput)
	if err := cc.step(stepAuditEnter, func() error { return cc.enter(ctx) }); err != nil {
		return cc.fail(err), nil
	}
	if fault != nil {
		return cc.refuse(ctx, fault)
	}
	if err := cc.readSettings(ctx); err != nil {
		return cc.leave(cc.fail(err), outcomeFailure), nil
	}
	for _, s := range []struct {
		name string
		do   func() error
	}{
		{stepPermission, cc.checkPermission}, {stepLimits, func() error { return cc.checkLimits(ctx) }},
		{stepRate, cc.checkRate},
		{stepApproval, func() error { return cc.approveTool(ctx) }},
	} {
		err := cc.step(s.name, s.do)
		switch {
		case err != nil && s.name == stepPermission:
			return cc.refuse(ctx, err)
		case err != nil:
			return cc.leave(cc.fail(err), outcomeFailure), nil
		}
	}
	return cc.dispatch(ctx)
}

// refuse answers a call that is refused before its limits are checked. The call is charged as a read, so that the rate
// limit also stops a loop of such calls.
func (cc *chainCall) refuse(ctx context.Context, fault error) (reply, error) {
	if cc.settings == nil {
		if err := cc.readSettings(ctx); err != nil {
			return cc.leave(cc.fail(fault), outcomeFailure), nil
		}
	}
	if cc.inner == nil {
		c, err := cc.server.rates.charge(ctx, cc.settings, cc.call.Principal, false, CategoryRead, cc.started)
		fault = cmp.Or(err, c.rate, fault)
	}
	return cc.leave(cc.fail(fault), outcomeFailure), nil
}

func (cc *chainCall) step(name string, do func() error) error {
	if cc.server.observe != nil {
		cc.server.observe(name)
	}
	return do()
}

// validateInput reports all faults of the arguments at once. Absent or null arguments are an empty object. Arguments
// whose only faults are synonyms are accepted.
func (cc *chainCall) validateInput() error {
	issues := cc.entry.input.validator().CheckArguments(cc.parsed)
	if len(issues) > 0 && !cc.understandArguments() {
		return invalidInput(cc.leftToRefuse(issues))
	}
	if len(issues) == 0 && speaksLoosely(cc.call.Arguments) {
		cc.understandArguments() // the schemas do not enumerate words for categories
	}
	cc.writeWholesPlainly()
	cc.makeHarmless()
	var common CommonArguments // decoded without checks until here
	if err := json.Unmarshal(cc.call.Arguments, &common); err != nil {
		return undecodable(cc.call.Arguments, err)
	}
	return nil
}

// makeHarmless replaces hidden characters that the schemas allow in texts, such as tags and zero-width spaces. Calls
// with an idempotency key are still compared by the original arguments.
func (cc *chainCall) makeHarmless() {
	plain, replaced := text.JSON(cc.call.Arguments)
	if replaced == 0 {
		return
	}
	cc.replaced = replaced
	parsed := schema.Parse(plain)
	cc.call.Arguments, cc.call.parsed, cc.parsed = plain, parsed, parsed
	cc.call.Common.Reasoning = cc.server.commonArguments(cc.entry, plain).Reasoning
}

// textReplaced returns the warning for a call whose texts had hidden characters.
func textReplaced(texts int) Warning {
	return Warning{"TEXT_REPLACED", fmt.Sprintf("%d texts of the arguments had characters that are not seen or "+
		"that steer "+
		"what shows them; a mark such as \u27e8U+202E\u27e9 stands for each", texts), map[string]any{"texts": texts}}
}

// writeWholesPlainly rewrites whole numbers to the form that Go reads. For an idempotency key both forms are equal.
func (cc *chainCall) writeWholesPlainly() {
	plain := cc.entry.input.validator().PlainWholes(cc.call.Arguments)
	if bytes.Equal(plain, cc.call.Arguments) {
		return
	}
	parsed, common := schema.Parse(plain), cc.server.commonArguments(cc.entry, plain)
	cc.call.Arguments, cc.call.parsed, cc.parsed = plain, parsed, parsed
	if cc.keyedHash == cc.inputHash { // otherwise it is the hash of the call before the person was asked
		cc.keyedHash = hashDocument(parsed, plain)
	}
	cc.call.Common.At, cc.call.Common.Limit = common.At, common.Limit
	cc.call.Common.ExpectedRevision = common.ExpectedRevision
}

// readSettings reads the settings of the store. A read by a person needs only the rate from the settings, so a cached
// copy suffices. With a store on a server, the settings are those that the subscription has delivered, because asking
// for them at each call would double the cost of a change. A change on another machine thus takes effect here when it
// arrives.
func (cc *chainCall) readSettings(ctx context.Context) error {
	question := cc.call.Principal.Kind == KindHuman && !cc.mutates()
	if known := cc.server.settingsRead.Load(); question && known != nil && cc.started.Sub(known.at) < settingsKept &&
		!cc.started.Before(known.at) {
		cc.settings = known.settings
		return nil
	}
	cc.settings = settings.Default()
	optimistic, _ := eventstore.Optimistic(ctx)
	read, err := cc.server.governance.Read(optimistic, governing.Stream)
	switch {
	case err == nil:
		cc.settings = read.Is.Settings
	case question: // a question then uses the default rate
		err = nil
	}
	cc.server.settingsRead.Store(&settingsRead{cc.settings, cc.started})
	return err
}

// settingsRead is a cached copy of the settings with the time of reading.
type settingsRead struct {
	settings *settings.Settings
	at       time.Time
}

// settingsKept is how long cached settings are used for questions of people. It saves a read of the store for each
// question, and a delay of a second does not matter for a rate.
const settingsKept = time.Second

// enter records that the call arrived.
func (cc *chainCall) enter(ctx context.Context) error {
	r := cc.server.audit
	cc.seq = r.next()
	c := cc.call
	e := r.event(eventCallEntered, cc.seq, callEntered{
		Seq: cc.seq, Tool: cc.entry.Name, Caller: caller{c.Principal.ID, c.Principal.Kind, c.Principal.OnBehalfOf},
		Reasoning: optional(c.Common.Reasoning), InputSHA256: cc.inputHash, CommandID: c.CommandID, At: cc.started,
		TraceID: c.Trace.TraceID, SpanID: c.Trace.SpanID, ParentSpan: c.Trace.ParentID,
	})
	cc.enteredID = e.ID
	return r.enter(ctx, e, !cc.entry.ReadOnlyHint())
}

// mutates reports whether the call's commits belong to the model or a run, and not only to the record of a check.
func (cc *chainCall) mutates() bool { return cc.entry.Category != CategoryRead }

// invalidInput returns the error for arguments that do not match the schema.
func invalidInput(issues []issue) error {
	const shown = 5
	var b strings.Builder
	for i, is := range issues {
		if i == shown {
			b.WriteString("; and more, see data.issues")
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		if is.Pointer != "" {
			b.WriteString(is.Pointer + ": ")
		}
		b.WriteString(is.Reason)
	}
	err := state.Errorf(state.InvalidInput, "the arguments do not match the input schema, nothing was done: %s",
		b.String())
	if len(issues) > maxIssues {
		err = err.With("issues_total", len(issues))
	}
	return err.With("issues", issues[:min(len(issues), maxIssues)])
}

// maxIssues is how many faults of arguments are listed. A longer list would only repeat the same fault.
const maxIssues = 50
