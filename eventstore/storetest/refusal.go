package storetest

import (
	"bytes"
	"context"
	"math"
	"strings"

	"github.com/bimstream/bimstream/eventstore"
)

var refusalScenarios = []scenario{
	{"refusal/malformed appends", malformed},
	{"refusal/an append over the size limit", tooLarge},
	{"refusal/calls with an ended context", endedContext},
	{"refusal/a sequence ends with its context", contextEndsWhileReading},
	{"refusal/calls on a closed store", closedStore},
}

func malformed(t T, s eventstore.Store) {
	changed := func(change func(*eventstore.Event)) eventstore.Append {
		p := Part("walls", eventstore.Any, "a", "b")
		change(&p.Events[1])
		return p
	}
	data := func(json string) eventstore.Append {
		return changed(func(e *eventstore.Event) { e.Data = []byte(json) })
	}
	id := func(id string) eventstore.Append {
		return changed(func(e *eventstore.Event) { e.ID = id })
	}
	for name, parts := range map[string][]eventstore.Append{
		"no parts":                      {},
		"no events":                     {Part("walls", eventstore.Any)},
		"a stream twice":                {Part("walls", eventstore.Any, "a"), Part("walls", eventstore.Any, "b")},
		"an id twice":                   {Part("walls", eventstore.Any, "a", "a")},
		"an id twice over two streams":  {Part("walls", eventstore.Any, "a"), Part("doors", eventstore.Any, "a")},
		"a stream without a name":       {Part("", eventstore.Any, "a")},
		"a reserved stream":             {Part("$all", eventstore.Any, "a")},
		"a stream name too long":        {Part(strings.Repeat("x", eventstore.MaxStreamName+1), eventstore.Any, "a")},
		"a stream name not in UTF-8":    {Part("a\xff", eventstore.Any, "a")},
		"a line break in a stream name": {Part("a\nb", eventstore.Any, "a")},
		"an unknown expectation":        {Part("walls", -4, "a")},
		"an underflowed revision":       {Part("walls", eventstore.At(math.MaxUint64), "a")},
		"no id":                         {id("")},
		"an id in capitals":             {id(strings.ToUpper(ID("a")))},
		"an id without hyphens":         {id(strings.ReplaceAll(ID("a"), "-", "0"))},
		"an id of zeros":                {id("00000000-0000-0000-0000-000000000000")},
		"no type":                       {changed(func(e *eventstore.Event) { e.Type = "" })},
		"schema 0":                      {changed(func(e *eventstore.Event) { e.Schema = 0 })},
		"no data":                       {data("")},
		"an array":                      {data(`[{}]`)},
		"a string":                      {data(`"{}"`)},
		"half an object":                {data(`{"a":1`)},
		"two objects":                   {data(`{}{}`)},
		"data not in UTF-8":             {data("{\"a\":\"\xff\"}")},
		"metadata that is no object":    {changed(func(e *eventstore.Event) { e.Meta = []byte(`1`) })},
	} {
		if _, err := s.Append(t.Context(), parts...); err == nil {
			t.Errorf("%s: accepted", name)
		} else {
			wantError(t, err, eventstore.ErrInvalidEvent)
		}
	}
	wantEmpty(t, s)
	given(t, s, strings.Repeat("x", eventstore.MaxStreamName), eventstore.NoStream, "a")
}

func tooLarge(t T, s eventstore.Store) {
	_, err := s.Append(t.Context(), filled(eventstore.MaxAppendBytes+1))
	wantError(t, err, eventstore.ErrTooLarge)
	wantEmpty(t, s)
	largest := filled(eventstore.MaxAppendBytes)
	givenAll(t, s, largest)
	got := collect(t, s.Read(t.Context(), "walls", 0))
	if len(got) != 2 || !bytes.Equal(got[0].Data, largest.Events[0].Data) {
		t.Error("the largest append did not come back as it was")
	}
}

// filled returns an append of two events with the given total size.
func filled(size int) eventstore.Append {
	p := Part("walls", eventstore.Any, "a", "b")
	frame := `{"x":""}`
	fill := size - eventstore.Size([]eventstore.Append{p}) + len(p.Events[0].Data) - len(frame)
	p.Events[0].Data = append(append([]byte(`{"x":"`), bytes.Repeat([]byte("y"), fill)...), `"}`...)
	return p
}

func endedContext(t T, s eventstore.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Append(ctx, Part("walls", eventstore.Any, "a"))
	wantError(t, err, context.Canceled)
	wantEmpty(t, s)
	given(t, s, "walls", eventstore.Any, "b")
	for _, err := range failures(ctx, s, "walls") {
		wantError(t, err, context.Canceled)
	}
	wantNames(t, s.ReadAll(t.Context(), 0), "b")
}

// failures calls every reading method and returns the errors.
func failures(ctx context.Context, s eventstore.Store, stream string) []error {
	_, head := s.Head(ctx, stream)
	_, position := s.Position(ctx)
	_, streams := s.Streams(ctx, "")
	_, read := Drain(s.Read(ctx, stream, 0))
	_, backward := Drain(s.ReadBackward(ctx, stream))
	_, all := Drain(s.ReadAll(ctx, 0))
	return []error{head, position, streams, read, backward, all, s.Wait(ctx, 0)}
}

func contextEndsWhileReading(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, manyNames(100)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := 0
	var failure error
	for _, err := range s.Read(ctx, "walls", 0) {
		if failure = err; err != nil {
			continue
		}
		if seen++; seen == 5 {
			cancel()
		}
	}
	wantError(t, failure, context.Canceled)
	if seen != 5 {
		t.Errorf("%d events, the context ended after 5", seen)
	}
}

func closedStore(t T, s eventstore.Store) {
	given(t, s, "walls", eventstore.Any, "a")
	seq := s.Read(t.Context(), "walls", 0)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Drain(seq)
	wantError(t, err, eventstore.ErrClosed)
	_, err = s.Append(t.Context(), Part("walls", eventstore.Any, "b"))
	wantError(t, err, eventstore.ErrClosed)
	for _, err := range failures(t.Context(), s, "walls") {
		wantError(t, err, eventstore.ErrClosed)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
}
