source "$(dirname "${BASH_SOURCE[0]}")/sample-logs.sh"
cp -r rules new
mkdir backups
printf 'any -> any\n' >expected
fingerpost link create 'https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F' --code offer
cp access.log a.log; cp access.log b.log; gzip a.log b.log
mkdir logs; cp a.log.gz b.log.gz logs
