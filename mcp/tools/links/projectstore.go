package links

import (
	"context"
	"errors"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// store stores the models one by one, then the project with the record of its check and its report. A failure in
// between leaves complete models, which the error names.
func (p *project) store(ctx context.Context, records []eventstore.Append) error {
	for i, s := range p.sources {
		if err := p.storeModel(ctx, s); err != nil {
			return p.stands(i, err)
		}
	}
	stream := validation.Stream(p.modelID())
	last := p.runs[len(p.runs)-1]
	for _, events := range p.runs[:len(p.runs)-1] {
		if _, err := p.backend.Store.Append(ctx, eventstore.Append{Stream: stream, Expected: eventstore.Any,
			Events: events}); err != nil {
			return p.stands(len(p.sources), err)
		}
	}
	appends := []eventstore.Append{
		{Stream: projections.StreamName(p.modelID(), projections.MainBranch), Expected: eventstore.NoStream,
			Events: p.events},
		{Stream: stream, Expected: eventstore.Any, Events: last},
		artifactsOf(p.modelID(), p.records),
	}
	_, err := p.backend.Store.Append(ctx, append(appends, records...)...)
	if err != nil {
		return p.stands(len(p.sources), err)
	}
	return nil
}

// storeModel stores the model of a file, and checks that it has the expected revision.
func (p *project) storeModel(ctx context.Context, s *source) error {
	if err := s.made.Run(ctx, nil); err != nil {
		return err
	}
	v, err := p.backend.Live.View(ctx, s.made.ModelID, projections.MainBranch)
	if err != nil {
		return err
	}
	if v.Revision < s.view.Revision {
		return state.Errorf(state.IllegalState, "model %q has revision %d after its import, not %d: somebody changed "+
			"it meanwhile", s.link, v.Revision, s.view.Revision).With("state", "changed").
			With("allowed", []string{"link_model"})
	}
	return nil
}

// stands adds to an error the models that are already stored.
func (p *project) stands(whole int, err error) error {
	if whole == 0 && !p.sources[0].made.Resumed {
		return err
	}
	ids, names := []string{}, []string{}
	for _, s := range p.sources[:whole] {
		ids, names = append(ids, s.made.ModelID), append(names, s.link)
	}
	code := state.CodeOf(err)
	switch {
	case errors.Is(err, eventstore.ErrFull):
		code = state.StorageFull
	case code == state.Internal:
		code = state.StoreUnavailable
	}
	return state.Errorf(code, "%d of %d models stand whole (%s), the project does not: the same call with the same "+
		"idempotency_key goes on, else link_model links them: %w", whole, len(p.sources), strings.Join(names, ", "),
		err).
		With("models", ids)
}
