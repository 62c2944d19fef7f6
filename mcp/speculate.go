package mcp

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

type speculator func(eventstore.Store, []Tool) (*Call, func(context.Context) error, error)

// Speculate returns a call like this one whose invocations leave no trace. They run through a chain of their own over
// another store (eventstore/memory.Over), with the handlers of the given tools. They commit there, need no approval,
// place no files and cost the caller nothing. done ends the speculation.
func (c *Call) Speculate(store eventstore.Store, tools []Tool) (call *Call, done func(context.Context) error,
	err error) {
	return c.speculate(store, tools)
}

func (cc *chainCall) speculate(store eventstore.Store, tools []Tool) (*Call, func(context.Context) error, error) {
	of := cc.server.config.Invocable
	if of == nil {
		of = cc.server.registry
	}
	table := of.handledBy(tools)
	c := cc.server.config
	s, err := New(Config{Registry: &Registry{byName: map[string]*Entry{}}, Invocable: table, Store: store,
		Principal: c.Principal, Name: c.Name, Version: c.Version, DefaultModel: c.DefaultModel, Bounds: c.Bounds,
		Clock: c.Clock, NewID: c.NewID, Logger: c.Logger})
	if err != nil {
		return nil, nil, err
	}
	s.speculative = true
	call, commits := *cc.call, false
	call.Common.DryRun = &commits
	call.staged = nil
	outer := &chainCall{server: s, entry: cc.entry, call: &call}
	call.face = table.Find
	call.invoke = func(ctx context.Context, i Invocation) (Invoked, error) {
		e := table.Find(i.Tool)
		if e == nil {
			return Invoked{}, state.Errorf(state.NotFound, "there is no tool %q here", i.Tool).With("tool", i.Tool)
		}
		return s.invoke(ctx, e, outer, i)
	}
	return &call, s.Close, nil
}

// handledBy returns the same tools with the handlers of the given tools.
func (r *Registry) handledBy(tools []Tool) *Registry {
	out := &Registry{byName: make(map[string]*Entry, len(r.entries))}
	handlers := make(map[string]Tool, len(tools))
	for _, t := range tools {
		handlers[t.Name] = t
	}
	for _, e := range r.entries {
		same := *e
		if t, there := handlers[e.Name]; there {
			same.Handle = t.Handle
		}
		out.entries = append(out.entries, &same)
		out.byName[e.Name] = &same
	}
	return out
}
