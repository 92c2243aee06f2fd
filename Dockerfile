# A server in a container: docker build -t kursk . && docker run -p 127.0.0.1:8043:8043 -v kursk:/data kursk \
#   --name kursk.example.org --proxy 172.17.0.1
# docs/hosting.md tells the rest.

FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN python -m venv /opt/kursk && /opt/kursk/bin/pip install --no-cache-dir "/src[postgres]"

FROM python:3.11-slim
RUN useradd --system --create-home kursk && install -d -o kursk /data
COPY --from=build /opt/kursk /opt/kursk
USER kursk
ENV KURSK_DATA=/data PATH=/opt/kursk/bin:$PATH
VOLUME /data
EXPOSE 8043
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8043/api/health', timeout=5)"
STOPSIGNAL SIGTERM
ENTRYPOINT ["kursk", "serve", "--host", "0.0.0.0", "--log", "json"]
