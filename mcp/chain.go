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

// The steps of a call, in their order, which is part of the tool contract. The gate looks twice: before the dispatch
// at what the tool is, and once the handler has decided, and nothing is written, at what it would do.
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
	slot   *slots // of which the call holds one; nil when it holds none
	// the call on whose published state this one is decided; nil when it is decided on the stored state
	basis   *queuedWrite
	started time.Time

	parsed *schema.Document // the arguments
	taken  []string         // synonyms among their names
	// saysDryRun: dry_run is among them, and not the default of the caller
	saysDryRun bool
	replaced   int // texts of the arguments with characters that are not seen
	inputHash  string
	keyedHash  string // of what its idempotency key stands for: without what a question to the person added
	seq        uint64
	enteredID  string
	affected   int
	reached    func() []Reached // by what was decided last; nil for nothing, or nothing that is known
	rateFault  error            // found when the call was charged
	reserved   bool             // an operation is counted for the call
	// whether an attempt rests on what this process knows and may be outdated; nil when none does
	unsure    func() bool
	classes   []approvals.Class   // for which the outcome needs approval
	drastic   []string            // by what it amounts to a deletion
	asks      bool                // the caller lacks the rights, and may ask for it
	decisions []eventstore.Append // uses of approvals, which go with the events of the outcome
	settings  *settings.Settings  // as they were when the call arrived
	inner     *Invocation         // of a call that another call makes
	recorded  bool                // the records of the invocation are written
	// mayHaveCommitted is set before the append: from then on a failure no longer means that nothing happened.
	mayHaveCommitted bool
}

// reply is what a call ends with.
type reply struct {
	envelope Envelope
	text     json.RawMessage
	images   []wire.Image
}

// run takes the call through the chain. The error is not nil only when the client has to be asked first.
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

// refuse answers a call that is refused before its limits are looked at. It costs what a read costs, so that a loop of
// such calls ends at the rate as well.
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

// validateInput reports all faults of the arguments at once. Arguments that are absent or null are an empty object;
// those whose only faults are synonyms of names are taken.
func (cc *chainCall) validateInput() error {
	issues := cc.entry.input.validator().CheckArguments(cc.parsed)
	if len(issues) > 0 && !cc.understandArguments() {
		return invalidInput(cc.leftToRefuse(issues))
	}
	if len(issues) == 0 && speaksLoosely(cc.call.Arguments) {
		cc.understandArguments() // words for categories are no enumeration of the schemas
	}
	cc.writeWholesPlainly()
	cc.makeHarmless()
	var common CommonArguments // read leniently until here
	if err := json.Unmarshal(cc.call.Arguments, &common); err != nil {
		return undecodable(cc.call.Arguments, err)
	}
	return nil
}

// makeHarmless replaces characters of texts that are not seen and that the schemas let through, such as tags and
// zero-width spaces. Under an idempotency key the arguments are the same as before.
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

// textReplaced is the warning of a call whose texts had characters that are not seen.
func textReplaced(texts int) Warning {
	return Warning{"TEXT_REPLACED", fmt.Sprintf("%d texts of the arguments had characters that are not seen or "+
		"that steer "+
		"what shows them; a mark such as \u27e8U+202E\u27e9 stands for each", texts), map[string]any{"texts": texts}}
}

// writeWholesPlainly lets the handler see whole numbers as Go reads them; under an idempotency key both are the same
// arguments.
func (cc *chainCall) writeWholesPlainly() {
	plain := cc.entry.input.validator().PlainWholes(cc.call.Arguments)
	if bytes.Equal(plain, cc.call.Arguments) {
		return
	}
	parsed, common := schema.Parse(plain), cc.server.commonArguments(cc.entry, plain)
	cc.call.Arguments, cc.call.parsed, cc.parsed = plain, parsed, parsed
	if cc.keyedHash == cc.inputHash { // else that of the call before the client's person was asked
		cc.keyedHash = hashDocument(parsed, plain)
	}
	cc.call.Common.At, cc.call.Common.Limit = common.At, common.Limit
	cc.call.Common.ExpectedRevision = common.ExpectedRevision
}

// readSettings reads what governs the call. Of a person's question that is the rate alone, for which settings of a
// moment ago do. On a server they are what the subscription has brought: to ask for them with each call would double
// what a change costs, and what another machine sets is in force here once it has come, as it would be for a call that
// came a moment earlier.
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
	case question: // its rate is then the usual one
		err = nil
	}
	cc.server.settingsRead.Store(&settingsRead{cc.settings, cc.started})
	return err
}

// settingsRead are settings as they were at a time.
type settingsRead struct {
	settings *settings.Settings
	at       time.Time
}

// settingsKept is how long settings do for questions of people: to ask for them each time would cost a question a look
// into the store, and a second late is soon enough for a rate.
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

// mutates reports whether the call's commits belong to the model or a run, not just to the record of a check.
func (cc *chainCall) mutates() bool { return cc.entry.Category != CategoryRead }

// invalidInput is the error of arguments that do not match.
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

// maxIssues is how many faults of arguments are listed: who has more has made one of them over and over.
const maxIssues = 50
