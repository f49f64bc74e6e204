# The image of the KRM function, in which `apigen krm` is the only program, and with `--target routes` that of the chart `apigen-routes`, which
# has kubectl too. Build them from the executables of a release:
#   docker build --file Dockerfile dist/release/executables
FROM registry.k8s.io/kubectl:v1.36.3 AS kubectl

# The base has glibc and the user `nobody`, as whom kustomize runs functions. It has no shell.
FROM gcr.io/distroless/base-nossl-debian12:nonroot AS apigen
# BuildKit sets it for each platform, but not with a default here.
ARG TARGETARCH
COPY --chmod=0755 apigen_linux_${TARGETARCH}/apigen /apigen
# Mounted descriptions are found by the same relative paths as in the folder of the kustomization.
WORKDIR /
USER 65532:65532

FROM apigen AS routes
COPY --from=kubectl /bin/kubectl /usr/local/bin/kubectl
ENTRYPOINT ["/apigen", "apply", "--from-services", "--yes"]

# The last one is the default.
FROM apigen AS krm
ENTRYPOINT ["/apigen", "krm"]
