package wire

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Elicitation is a question to the person at the client. Schema is a flat JSON Schema of primitives; it never asks for
// secrets.
type Elicitation struct {
	ID      string // unique within the tool
	Message string
	Schema  json.RawMessage
}

// ElicitationResult is the answer to an elicitation. A client can answer without a person, so an answer alone never
// approves anything destructive.
type ElicitationResult struct {
	Action  string // accept, decline or cancel
	Content json.RawMessage
}

// Accepted reports whether the person agreed to answer.
func (a ElicitationResult) Accepted() bool {
	return a.Action == string(mcp.ElicitationResponseActionAccept)
}

// ErrElicitationState means that an answer has a state that this server did not issue for this very call. It also means
// that the state was already used or is too old.
var ErrElicitationState = errors.New("the answer does not belong to a question that is open")

// questionLifetime is how long a repeated call may answer a question.
const questionLifetime = 10 * time.Minute

// canElicit reports whether the client of the request declared that it can ask its user with forms.
func canElicit(ctx context.Context) bool {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		return info.ClientCapabilities != nil && elicitsByForm(*info.ClientCapabilities)
	}
	s, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	return ok && elicitsByForm(s.GetClientCapabilities())
}

// elicitsByForm reports whether a capability includes forms. An empty elicitation capability means forms only.
func elicitsByForm(c mcp.ClientCapabilities) bool {
	return c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// elicit returns the Elicit function of one request. Clients of the older era are asked by a request from the server.
// For newer clients the question is the result of the call, and they repeat the call with the answer.
func (s *Server) elicit(request mcp.CallToolRequest) func(context.Context, Elicitation) (ElicitationResult, error) {
	return func(ctx context.Context, q Elicitation) (ElicitationResult, error) {
		params := mcp.ElicitationParams{Mode: mcp.ElicitationModeForm, Message: q.Message, RequestedSchema: q.Schema}
		if !server.IsModernRequest(ctx) {
			result, err := s.mcp.RequestElicitation(ctx, mcp.ElicitationRequest{Params: params})
			if err != nil {
				return ElicitationResult{}, fmt.Errorf("ask the client's user: %w", err)
			}
			return elicitationResult(result)
		}
		binding := s.binding(ctx, request, q)
		result := server.ElicitationResponse(request.Params.InputResponses, q.ID)
		if result == nil {
			return ElicitationResult{}, &inputRequired{state: s.seal.issue(binding, time.Now()), id: q.ID,
				params: params}
		}
		if !s.seal.redeem(request.Params.RequestState, binding, time.Now()) {
			return ElicitationResult{}, ErrElicitationState
		}
		return elicitationResult(result)
	}
}

func elicitationResult(result *mcp.ElicitationResult) (ElicitationResult, error) {
	content, err := json.Marshal(result.Content)
	if err != nil {
		return ElicitationResult{}, fmt.Errorf("read the answer: %w", err)
	}
	return ElicitationResult{Action: string(result.Action), Content: content}, nil
}

// binding returns a hash of everything that a state is bound to: the caller, the tool, the arguments and the question.
func (s *Server) binding(ctx context.Context, request mcp.CallToolRequest, q Elicitation) []byte {
	text, _ := json.Marshal([]any{s.options.Subject(ctx), request.Params.Name, string(request.Params.RawArguments),
		q.ID, q.Message, string(q.Schema)})
	sum := sha256.Sum256(text)
	return sum[:]
}

// inputRequired is the error by which a handler returns a question to a newer client.
type inputRequired struct {
	state, id string
	params    mcp.ElicitationParams
}

func (*inputRequired) Error() string { return "the client has to ask its user first" }

func (p *inputRequired) result() *mcp.CallToolResult {
	return server.NewInputRequestBuilder(p.state).Elicit(p.id, p.params).ToolResult()
}

// InputRequired reports whether an error carries a question to the client, so that it must be returned unchanged.
func InputRequired(err error) bool {
	_, ok := errors.AsType[*inputRequired](err)
	return ok
}

const (
	sealKeyBytes = 32
	nonceBytes   = 16
)

// sealer issues states that a client carries and cannot forge: a nonce, an expiry time, and a keyed hash over both and
// the binding. The key lives as long as the server. A state from another process is refused, and the question is asked
// again.
type sealer struct {
	key []byte

	mu   sync.Mutex
	used map[string]time.Time // nonce to expiry
}

type sealedState struct {
	Nonce   string `json:"n"`
	Expires int64  `json:"e"` // Unix seconds
	MAC     string `json:"m"`
}

func (s *sealer) issue(binding []byte, now time.Time) string {
	nonce := make([]byte, nonceBytes)
	_, _ = rand.Read(nonce) // never fails; the runtime ends the process instead
	state := sealedState{Nonce: hex.EncodeToString(nonce), Expires: now.Add(questionLifetime).Unix()}
	state.MAC = s.mac(state, binding)
	text, _ := json.Marshal(state)
	return base64.RawURLEncoding.EncodeToString(text)
}

// redeem reports whether a state was issued here for this binding, has not expired, and is used for the first time.
func (s *sealer) redeem(text string, binding []byte, now time.Time) bool {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	var state sealedState
	if err != nil || json.Unmarshal(raw, &state) != nil {
		return false
	}
	if !hmac.Equal([]byte(state.MAC), []byte(s.mac(state, binding))) || now.Unix() > state.Expires {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for nonce, expires := range s.used {
		if now.After(expires) {
			delete(s.used, nonce)
		}
	}
	if _, again := s.used[state.Nonce]; again {
		return false
	}
	if s.used == nil {
		s.used = map[string]time.Time{}
	}
	s.used[state.Nonce] = time.Unix(state.Expires, 0)
	return true
}

func (s *sealer) mac(state sealedState, binding []byte) string {
	h := hmac.New(sha256.New, s.key)
	_, _ = fmt.Fprintf(h, "%s:%d:", state.Nonce, state.Expires)
	h.Write(binding)
	return hex.EncodeToString(h.Sum(nil))
}
