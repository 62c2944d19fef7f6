package mcp

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/governing"
	"github.com/bimstream/bimstream/projections/ledger"
)

// mayGovern returns an error if the person may not decide about the whole store.
func (a *Approver) mayGovern() error {
	s, ok := a.Who.Scope(OpApprove)
	if a.Who.Kind != KindHuman || !ok || s.Bounded() || len(s.BranchPatterns) > 0 {
		return state.Errorf(state.PermissionDenied, "this is for people who may APPROVE everywhere, and %q may not",
			a.Who.ID).With("operation", OpApprove)
	}
	return nil
}

// Settings returns the settings of the store.
func (a *Approver) Settings(ctx context.Context) (*governing.State, error) {
	read, err := governing.New(a.Store).Read(ctx, governing.Stream)
	return read.Is, err
}

// Configure changes the value of a setting. It returns nil if the setting already has the value.
func (a *Approver) Configure(ctx context.Context, key, value string) (changed *settings.Changed, err error) {
	err = a.govern(ctx, func(s ledger.State[*governing.State]) (settings.Event, error) {
		changed, err = s.Is.Set(key, value, a.Who.Party(), approving.At(a.Now()))
		if err != nil || changed.Was == changed.Value {
			changed = nil
			return nil, err
		}
		return changed, nil
	})
	return changed, err
}

// RecordPrincipal records that an entry of the file of principals has changed.
func (a *Approver) RecordPrincipal(ctx context.Context, who Principal, what, detail, file string) error {
	return a.govern(ctx, func(ledger.State[*governing.State]) (settings.Event, error) {
		return &settings.PrincipalChanged{Principal: who.Party(), What: what, Detail: detail, File: file,
			By: a.Who.Party(), At: approving.At(a.Now())}, nil
	})
}

// MayGovern returns an error if the person may not change the callers or the settings of the store.
func (a *Approver) MayGovern() error { return a.mayGovern() }

// govern appends a change of the store's settings, and repeats this after a conflict with other writers.
func (a *Approver) govern(ctx context.Context, do func(ledger.State[*governing.State]) (settings.Event, error)) error {
	if err := a.mayGovern(); err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		s, err := governing.New(a.Store).Read(ctx, governing.Stream)
		if err != nil {
			return err
		}
		event, err := do(s)
		if err != nil || event == nil {
			return err
		}
		_, err = a.Store.Append(ctx, eventstore.Append{Stream: governing.Stream, Expected: s.Expected,
			Events: governing.Events(a.meta(), event)})
		if !errors.Is(err, eventstore.ErrWrongExpected) || attempt == maxRetries {
			return err
		}
	}
}

// GrantStanding grants a standing approval for a model.
func (a *Approver) GrantStanding(ctx context.Context, modelID string,
	g approvals.StandingGranted) (*approvals.StandingGranted, error) {
	g.ID, g.By, g.At = a.NewID(), a.Who.Party(), approving.At(a.Now())
	var given *approvals.StandingGranted
	err := a.standing(ctx, modelID, func(b *approvals.Book) (event approvals.Event, err error) {
		given, err = b.GrantStanding(g)
		return given, err
	})
	return given, err
}

// RevokeStanding ends a standing grant.
func (a *Approver) RevokeStanding(ctx context.Context, modelID, id, reason string) error {
	return a.standing(ctx, modelID, func(b *approvals.Book) (approvals.Event, error) {
		return b.RevokeStanding(id, a.Who.Party(), reason, approving.At(a.Now()))
	})
}

func (a *Approver) standing(ctx context.Context, modelID string,
	do func(*approvals.Book) (approvals.Event, error)) error {
	if err := a.mayGovern(); err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		s, err := approving.NewLog(a.Store).Book(ctx, modelID)
		if err != nil {
			return err
		}
		event, err := do(s.Book)
		if err != nil {
			return err
		}
		_, err = a.Store.Append(ctx, s.Append(modelID, a.meta(), event))
		if !errors.Is(err, eventstore.ErrWrongExpected) || attempt == maxRetries {
			return err
		}
	}
}
