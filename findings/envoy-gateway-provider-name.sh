#!/usr/bin/env bash
# Envoy Gateway v1.9.0 (Go module, egctl): names of JWT providers.
#
# Question: the CRD of SecurityPolicy takes any text of 1 to 253 characters as the name of a provider, as OpenAPI 2.0 does as the name of a
# security scheme. Can the one be the other?
# Guess: yes, the name is only shown.
# Seen: its CRD allows such a policy, and the translation refuses all of it unless the name is a qualified one of Kubernetes (letters,
# digits, `-`, `_` and `.`, with a letter or digit at both ends): `Accepted` is False with the reason Invalid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN=$folder go install github.com/envoyproxy/gateway/cmd/egctl@v1.9.0 2>/dev/null
cat >objects.yaml <<'YAML'
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: {name: envoy}
spec: {controllerName: gateway.envoyproxy.io/gatewayclass-controller}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: public, namespace: shop}
spec: {gatewayClassName: envoy, listeners: [{name: http, protocol: HTTP, port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop, namespace: shop}
spec: {clusterIP: 10.96.0.1, ports: [{name: http, port: 80, protocol: TCP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: shop, namespace: shop}
spec: {parentRefs: [{name: public}], rules: [{name: plain, backendRefs: [{name: shop, port: 80}], matches: [{path: {type: Exact, value: /plain}}]}, {name: blank, backendRefs: [{name: shop, port: 80}], matches: [{path: {type: Exact, value: /blank}}]}]}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: SecurityPolicy
metadata: {name: plain, namespace: shop}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: shop, sectionName: plain}]
  jwt: {providers: [{name: our-login, issuer: me, remoteJWKS: {uri: https://id.example.com/jwks}}]}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: SecurityPolicy
metadata: {name: blank, namespace: shop}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: shop, sectionName: blank}]
  jwt: {providers: [{name: our login, issuer: me, remoteJWKS: {uri: https://id.example.com/jwks}}]}
YAML
./egctl experimental translate --from gateway-api --to gateway-api -o json -f objects.yaml >translated.json
cat >show.mjs <<'JS'
import {readFileSync} from 'node:fs';

const {securityPolicies} = JSON.parse(readFileSync('translated.json', 'utf8'));
for (const {metadata, status} of securityPolicies) {
  const [{type, status: is, reason}] = status.ancestors[0].conditions;
  console.log(`${metadata.name}: ${type} ${is}, ${reason}`);
}
JS
diff <(node show.mjs | sort) - <<'SEEN'
blank: Accepted False, Invalid
plain: Accepted True, Accepted
SEEN
echo 'as seen: a policy whose provider has a blank in its name is refused, although its CRD allows that'
