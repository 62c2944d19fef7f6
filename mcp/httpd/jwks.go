package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// The times for a provider's keys (RFC 7517). A key that the provider removed stays valid no longer than the cache
// time. Anybody can name a key that does not exist, so requests for unknown keys are limited.
const (
	defaultKeysCache = 5 * time.Minute
	leastKeysCache   = 10 * time.Second
	unknownKeyAfter  = 30 * time.Second // minimum interval between requests to the provider for unknown keys
	maxKeySetBytes   = 1 << 20
	// staleCaches is how many further cache times old keys remain valid if the provider does not answer.
	staleCaches = 1
)

var errUnknownKey = errors.New("the token names a key that the identity provider does not have")

// keySet holds the keys of a provider. It implements oidc.KeySet.
type keySet struct {
	address string
	client  *http.Client
	cache   time.Duration
	now     func() time.Time

	mu      sync.Mutex
	keys    []jose.JSONWebKey
	fetched time.Time // when keys were last received
	failed  time.Time // when the provider last failed to answer
	unknown time.Time // when it was last asked for an unknown key
}

// ready fetches the keys that may have signed a token, if they are too old or if none has the id that the token names.
func (k *keySet) ready(ctx context.Context, kid string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	asked := false
	if age := k.now().Sub(k.fetched); k.fetched.IsZero() || age >= k.cache {
		err := errProvider
		if k.failed.IsZero() || k.now().Sub(k.failed) >= askAgainAfter {
			asked = true
			err = k.fetch(ctx)
		}
		if err != nil && (k.fetched.IsZero() || age >= (1+staleCaches)*k.cache) {
			return err
		}
	}
	if k.has(kid) {
		return nil
	}
	if !asked && (k.unknown.IsZero() || k.now().Sub(k.unknown) >= unknownKeyAfter) {
		k.unknown = k.now()
		if k.fetch(ctx) == nil && k.has(kid) {
			return nil
		}
	}
	return errUnknownKey
}

func (k *keySet) has(kid string) bool {
	for i := range k.keys {
		if kid == "" || k.keys[i].KeyID == kid {
			return true
		}
	}
	return false
}

// fetch asks the provider for its keys. If the provider does not answer, the previous keys stay.
func (k *keySet) fetch(ctx context.Context) error {
	keys, err := k.ask(context.WithoutCancel(ctx))
	if err != nil {
		k.failed = k.now()
		return fmt.Errorf("%w: %w", errProvider, err)
	}
	k.keys, k.fetched, k.failed = keys, k.now(), time.Time{}
	return nil
}

func (k *keySet) ask(ctx context.Context) ([]jose.JSONWebKey, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, k.address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := k.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the keys: status %d", answer.StatusCode)
	}
	var set jose.JSONWebKeySet
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxKeySetBytes)).Decode(&set); err != nil {
		return nil, fmt.Errorf("the keys: %w", err)
	}
	return set.Keys, nil
}

// VerifySignature implements oidc.KeySet with the keys that were fetched.
func (k *keySet) VerifySignature(_ context.Context, token string) ([]byte, error) {
	signed, err := jose.ParseSigned(token, signatureAlgorithms)
	if err != nil || len(signed.Signatures) != 1 {
		return nil, errors.New("no JWS with one signature")
	}
	k.mu.Lock()
	keys := k.keys
	k.mu.Unlock()
	kid := signed.Signatures[0].Header.KeyID
	for i := range keys {
		if kid == "" || keys[i].KeyID == kid {
			if payload, err := signed.Verify(&keys[i]); err == nil {
				return payload, nil
			}
		}
	}
	return nil, errors.New("no key of the provider made this signature")
}

var signatureAlgorithms = []jose.SignatureAlgorithm{jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384,
	jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA}

// keyOf returns the id of the key that a token names, or "" if it names none or is not a token.
func keyOf(token string) string {
	signed, err := jose.ParseSigned(token, signatureAlgorithms)
	if err != nil || len(signed.Signatures) != 1 {
		return ""
	}
	return signed.Signatures[0].Header.KeyID
}
