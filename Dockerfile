# The image of the KRM function, in which `apigen krm` is the only program. Build it from the executables of a release:
#   docker build --file Dockerfile dist/release/executables
# The base has glibc and the user `nobody`, as whom kustomize runs functions. It has no shell.
FROM gcr.io/distroless/base-nossl-debian12:nonroot
# BuildKit sets it for each platform, but not with a default here.
ARG TARGETARCH
COPY --chmod=0755 apigen_linux_${TARGETARCH}/apigen /apigen
# Mounted descriptions are found by the same relative paths as in the folder of the kustomization.
WORKDIR /
USER 65532:65532
ENTRYPOINT ["/apigen", "krm"]
